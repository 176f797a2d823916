import { expect, test } from "vitest";
import { readList, writeList } from "./csv-format.ts";

test.each<[string, string[]]>([
  ["", []],
  ["a", ["a"]],
  ["a;b", ["a", "b"]],
  ["a;", ["a", ""]],
  [";", ["", ""]],
  ["a\\;b;c", ["a;b", "c"]],
  ["a\\\\;b", ["a\\", "b"]],
  ["\\😀", ["😀"]],
  ["a;b\\", ["a", "b\\"]],
])("the list %j is read as %j", (cell, items) => {
  expect(readList(cell)).toEqual(items);
});

test("a list that is written is read as it was", () => {
  const items = ["a;b", "\\", ";", "c\\;", "d"];
  expect(readList(writeList(items))).toEqual(items);
});
