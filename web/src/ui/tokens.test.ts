import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contrast } from "./contrast.ts";

const css = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");
const [light = "", dark = ""] = css.split(/\n\[data-theme="dark"\]/);

const tokensOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name, colour]),
  );

const GROUNDS = ["canvas", "surface", "raised", "sunken", "hover"];
/** Text and what it stands on: at least 4.5 to 1. */
const TEXT: [string, string][] = [
  ...GROUNDS.flatMap((ground): [string, string][] => [
    ["ink", ground],
    ["ink-soft", ground],
    ["ink-faint", ground],
    ["accent-text", ground],
    ["bad-text", ground],
  ]),
  ["accent-ink", "accent"],
  ["accent-ink", "accent-hover"],
  ["bad-ink", "bad"],
  ["bad-ink", "bad-hover"],
  ...["accent", "ok", "warn", "bad", "info"].map((tone): [string, string] => [
    `${tone}-text`,
    `${tone}-soft`,
  ]),
];
/** Borders of controls, the focus ring and chart lines: at least 3 to 1. */
const SHAPES: [string, string][] = [
  ["line-strong", "surface"],
  ["line-strong", "canvas"],
  ["line-strong", "raised"],
  ...["canvas", "surface", "raised", "sunken"].map((ground): [string, string] => ["focus", ground]),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((series): [string, string] => [`chart-${series}`, "surface"]),
];

describe.each([
  ["light", tokensOf(light)],
  ["dark", tokensOf(dark)],
])("the %s theme", (_, tokens) => {
  test.each(TEXT)("%s can be read on %s", (text, ground) => {
    expect(contrast(tokens[text] ?? "", tokens[ground] ?? "")).toBeGreaterThanOrEqual(4.5);
  });
  test.each(SHAPES)("%s can be told from %s", (shape, ground) => {
    expect(contrast(tokens[shape] ?? "", tokens[ground] ?? "")).toBeGreaterThanOrEqual(3);
  });
});

test("both themes have the same tokens", () => {
  expect(Object.keys(tokensOf(dark)).sort()).toEqual(Object.keys(tokensOf(light)).sort());
});
