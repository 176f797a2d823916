import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { settingsTable } from "./help.ts";

test("the README's table of settings is the one the code has", () => {
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  expect(readme).toContain(settingsTable());
});
