import { expect, test } from "vitest";
import { kindOf } from "./property-items.ts";

test.each([
  [[1, 2.5, null], "number"],
  [["a", "7"], "string"],
  [["2026-06-01", "2026-06-01T10:00:00Z"], "datetime"],
  [[true], "boolean"],
  [[["a"], []], "list"],
  [["a", 7], undefined],
  [[], undefined],
])("%j is %s", (values, kind) => {
  expect(kindOf(values)).toBe(kind);
});
