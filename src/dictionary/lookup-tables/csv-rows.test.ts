import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CsvRows } from "./csv-rows.ts";

const read = (text: string, pieceChars = text.length || 1) => {
  const rows = new CsvRows();
  const found = [];
  for (let at = 0; at < text.length; at += pieceChars)
    found.push(...rows.push(text.slice(at, at + pieceChars)));
  return [...found, ...rows.end()];
};
const cells = (text: string, pieceChars?: number) =>
  read(text, pieceChars).map((row) => ("cells" in row ? row.cells : row.fault));

describe("a file is read as RFC 4180 says", () => {
  test.each([
    [
      "a,b\n1,2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a,b\r\n1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      '"a,b","c""d"\n"x\ny",\n',
      [
        ["a,b", 'c"d'],
        ["x\ny", ""],
      ],
    ],
    [
      "\uFEFFa,b\n\n\n1,2\n\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [",\n", [["", ""]]],
    ['"",""\n', [["", ""]]],
    ["", []],
  ])("%j", (text, expected) => {
    expect(cells(text)).toEqual(expected);
    for (const pieceChars of [1, 2, 3, 5]) expect(cells(text, pieceChars)).toEqual(expected);
  });
});

test.each([
  ['a"b,c\nx,"y"\n', "invalid row: a field with a quote in it must be quoted"],
  ['"a"b,c\n', "invalid row: a closing quote must end its field"],
  ['a,"b\n', "invalid row: a quoted field is not closed"],
])("%j is refused in words", (text, fault) => {
  expect(cells(text)[0]).toBe(fault);
});

test("a row without end is refused before it fills the memory", () => {
  expect(cells(`a,b\n"${"x".repeat(3_000_000)}`, 65_536).slice(0, 2)).toEqual([
    ["a", "b"],
    "invalid row: longer than 1 MiB",
  ]);
});

test("whatever is written comes back, in pieces of any size", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", "1", '"', ",", "\n", "\r", " ", "ü", "💥") });
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 });
  fc.assert(
    fc.property(table, fc.integer({ min: 1, max: 40 }), (rows, pieceChars) => {
      const text = rows
        .map((row) => `${row.map((one) => `"${one.replaceAll('"', '""')}"`).join()}\r\n`)
        .join("");
      expect(cells(text, pieceChars)).toEqual(rows);
    }),
  );
});
