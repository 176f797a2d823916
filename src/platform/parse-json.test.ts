import { expect, test } from "vitest";
import { parseJson } from "./parse-json.ts";

test.each([
  "[12345678901234567890]",
  '{"a":-99999999999999999999,"b":[1,{"c":12345678901234567890}],"d":"12345678901234567890"}',
  '{"__proto__":12345678901234567890,"x":{"__proto__":[12345678901234567890]}}',
  '["~n:",12345678901234567890,"~~n:"]',
  '["a,12345678901234567890","\\"12345678901234567890",12345678901234567890]',
  '["\\\\",12345678901234567890]',
  "[9007199254740991,1700000000000000]",
])("%s keeps its digits", (text) => {
  expect(JSON.stringify(parseJson(text))).toBe(text);
});

test("fractions and exponents are plain numbers, whatever their length", () => {
  expect(parseJson("[0.12345678901234567890,1234567890123456789e3,-0.0]")).toEqual([
    0.12345678901234568, 1.2345678901234568e21, -0,
  ]);
});

test.each([
  "[12345678901234567890",
  "[012345678901234567890]",
  '[12345678901234567890,"a]',
  "[--12345678901234567890]",
])("%s is no JSON", (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});

test("long numbers far down do not overflow the stack", () => {
  const deep = parseJson(`${"[".repeat(200_000)}12345678901234567890${"]".repeat(200_000)}`);
  let value = deep;
  while (Array.isArray(value)) value = value[0];
  expect(JSON.stringify(value)).toBe("12345678901234567890");
});

test("a number of millions of digits is read like any other that no double holds", () => {
  const { a } = parseJson(`{"a":${"9".repeat(5_000_000)}}`) as { a: unknown };
  expect(a).toBe(Number.POSITIVE_INFINITY);
});
