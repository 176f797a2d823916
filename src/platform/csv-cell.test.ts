import { expect, test } from "vitest";
import { csvCell, csvLine, readCsvCell } from "./csv-cell.ts";

const FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "'=1", "''\t="];

test.each(FORMULAS)("a spreadsheet takes %j for text", (text) => {
  expect(csvCell(text).replace(/^"/, "")).toMatch(/^'/);
});

test.each([...FORMULAS, "plain", "it's", "'quoted'", "", "a,b", 'say "x"'])(
  "%j is read back as it was",
  (text) => {
    const cell = csvCell(text);
    const unquoted = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    expect(readCsvCell(unquoted)).toBe(text);
  },
);

test("numbers keep their sign, and nothing is an empty cell", () => {
  expect(csvLine([-1, true, null, undefined, "a,b"])).toBe('-1,true,,,"a,b"\r\n');
});
