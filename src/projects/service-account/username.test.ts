import { expect, test } from "vitest";
import { systemRandomness } from "../../platform/secrets.ts";
import { makeUsername } from "./username.ts";

test.each([
  ["CI Loader", /^ci-loader\.[0-9a-f]{6}\.service-account$/],
  ["Zoë's: feed", /^zoe-s-feed\.[0-9a-f]{6}\.service-account$/],
  ["数据", /^account\.[0-9a-f]{6}\.service-account$/],
  ["x".repeat(255), /^x{40}\.[0-9a-f]{6}\.service-account$/],
])("'%s' becomes a login name", (label, expected) => {
  expect(makeUsername(systemRandomness, label)).toMatch(expected);
});
