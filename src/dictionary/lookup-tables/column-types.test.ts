import { expect, test } from "vitest";
import { holdsCell, toLookupRows } from "./column-types.ts";

test.each([
  [1.5, "1.50", "double", true],
  [7, "007", "double", false],
  [7, "seven", "double", false],
  ["007", "007", "varchar", true],
  [true, "TRUE", "boolean", true],
  [false, "no", "boolean", false],
  [["a"], '["a"]', "json", true],
  [["a"], '["a","b"]', "json", false],
  [undefined, "", "double", true],
  [undefined, "0", "double", false],
  ["", "", "varchar", false],
] as const)("that %j is stored for the cell %j of a %s column is %s", (stored, cell, type, isSame) => {
  expect(holdsCell(stored, cell, type)).toBe(isSame);
});

test("rows are shown as a table of these alone would hold them", () => {
  const rows = [
    ["1", "9.5", "1", '["x"]'],
    ["2", "", "one", "[]"],
  ];
  expect(toLookupRows(["id", "price", "mixed", "list"], rows)).toEqual([
    { price: 9.5, mixed: "1", list: ["x"] },
    { mixed: "one", list: [] },
  ]);
});
