import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { checkTable } from "./check-table.ts";

const check = (
  text: string | Buffer,
  more: { isGzip?: boolean; bytesMax?: number; rowsMax?: number } = {},
) => {
  const { isGzip = false, bytesMax = 1_000_000, rowsMax = 1000 } = more;
  async function* open() {
    yield Buffer.from(text);
  }
  return checkTable({ open, isGzip, bytesMax }, rowsMax);
};

test("a column has the type that all of its values have", async () => {
  const text = [
    "k,number,bool,list,zip,mixed,empty,digits,time",
    'a,1,true,"[""x""]",02134,1,,12345678901234567890,2026-01-31T10:00:00Z',
    'b,-2.5e3,FALSE,"[]",10115,x,,1,2026-02-01T10:00:00Z',
    "c,,,,,,,,",
  ].join("\n");
  expect(await check(text)).toEqual({
    ok: true,
    value: {
      rows: 3,
      columns: [
        { name: "k", type: "varchar" },
        { name: "number", type: "double" },
        { name: "bool", type: "boolean" },
        { name: "list", type: "json" },
        { name: "zip", type: "varchar" },
        { name: "mixed", type: "varchar" },
        { name: "empty", type: "varchar" },
        { name: "digits", type: "varchar" },
        { name: "time", type: "varchar" },
      ],
    },
  });
});

test("rows that do not fit are named, the first ten of them", async () => {
  expect(await check("k,v\na,1\n ,2\na,3\nb\nc,1,2\n")).toEqual({
    ok: false,
    failure: {
      code: "rows_invalid",
      failed: [
        { index: 1, message: "primary key is required and cannot be blank" },
        { index: 2, message: "invalid row: row indexes 0 and 2 have the same primary key" },
        { index: 3, message: "invalid row: wrong number of fields" },
        { index: 4, message: "invalid row: wrong number of fields" },
      ],
    },
  });
  const many = await check(`k,v\n${"x\n".repeat(50)}`);
  expect(!many.ok && many.failure.code === "rows_invalid" && many.failure.failed.length).toBe(10);
});

test.each([
  ["", "the file is empty"],
  ["only\n1\n", "at least two columns"],
  ["a,a\n1,2\n", "two columns are called 'a'"],
  ["a, \n1,2\n", "has no name"],
  ['a,"b\n', "cannot be read"],
  [`k,${"x".repeat(300)}\n`, "at most 255 characters"],
  [`${Array.from({ length: 256 }, (_, index) => `c${index}`).join()}\n`, "at most 255 columns"],
])("a header %j is refused", async (text, words) => {
  const checked = await check(text);
  expect(checked).toMatchObject({ ok: false, failure: { code: "header_invalid" } });
  expect(!checked.ok && checked.failure.code === "header_invalid" && checked.failure.reason).toContain(words);
});

test("bounds hold, packed or not", async () => {
  const text = `k,v\n${Array.from({ length: 2000 }, (_, index) => `${index},x\n`).join("")}`;
  expect(await check(text)).toMatchObject({ failure: { code: "too_many_rows", rowsMax: 1000 } });
  expect(await check(text, { bytesMax: 1000 })).toMatchObject({ failure: { code: "too_large" } });
  const packed = gzipSync(text);
  expect(await check(packed, { isGzip: true, bytesMax: 1000 })).toMatchObject({
    failure: { code: "too_large" },
  });
  expect(await check(packed, { isGzip: true, rowsMax: 5000 })).toMatchObject({ value: { rows: 2000 } });
  expect(await check("k,v\na,b\n", { isGzip: true })).toMatchObject({ failure: { code: "not_gzip" } });
  expect(await check(packed.subarray(0, 100), { isGzip: true })).toMatchObject({
    failure: { code: "not_gzip" },
  });
  expect(await check(Buffer.from([0x6b, 0x2c, 0x76, 0x0a, 0xff, 0x2c, 0x31]))).toMatchObject({
    failure: { code: "not_utf8" },
  });
});
