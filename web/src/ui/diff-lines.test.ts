import { expect, test } from "vitest";
import { diffLines } from "./diff-lines.ts";

const marks = { same: " ", added: "+", removed: "-" };
const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => marks[kind] + text);

test("what stayed, went and came, in order", () => {
  expect(shown("a\nb\nc", "a\nx\nc\nd")).toEqual([" a", "-b", "+x", " c", "+d"]);
});

test("from nothing and to nothing", () => {
  expect(shown("", "a")).toEqual(["+a"]);
  expect(shown("a", "")).toEqual(["-a"]);
  expect(shown("", "")).toEqual([]);
});
