import { expect, test } from "vitest";
import type { Cell, Column, Family } from "../connector.ts";
import { toPropertyOf } from "./to-property.ts";
import { toTimeMs } from "./to-time.ts";

const column = (family: Family): Column => ({ name: "c", nativeType: "", family, nullable: true });

function property(family: Family, cell: Cell): { value: unknown; warnings: string[] } {
  const warnings: string[] = [];
  return { value: toPropertyOf(column(family), (code) => warnings.push(code))(cell), warnings };
}

test.each<[Family, Cell, unknown, string[]]>([
  ["boolean", false, false, []],
  ["integer", 7, 7, []],
  ["integer", "9223372036854775807", "9223372036854775807", ["wide_integer"]],
  ["decimal", "12.50", 12.5, []],
  ["decimal", "-0.0001", -0.0001, []],
  ["decimal", "123456789012345", 123456789012345, []],
  ["decimal", "1234567890123456.7", "1234567890123456.7", ["decimal_as_text"]],
  [
    "decimal",
    "99999999999999999999999999999999999999",
    "99999999999999999999999999999999999999",
    ["decimal_as_text"],
  ],
  ["decimal", "NaN", undefined, ["non_finite"]],
  ["float", Number.NaN, undefined, ["non_finite"]],
  ["float", Number.POSITIVE_INFINITY, undefined, ["non_finite"]],
  ["float", 0.1, 0.1, []],
  ["text", "", "", []],
  ["text", null, undefined, []],
  ["date", "0001-01-01", "0001-01-01", []],
  ["timestamp", "2026-01-31T12:00:00", "2026-01-31T12:00:00.000", []],
  ["moment", "2026-01-31T12:00:00.5Z", "2026-01-31T12:00:00.500", []],
  ["moment", "2026-01-31T12:00:00.123456Z", "2026-01-31T12:00:00.123", []],
  ["moment", "infinity", "infinity", []],
  ["binary", "AAE=", "AAE=", []],
  ["json", '{"a":{"b":null,"c":[1]}}', { a: { c: [1] } }, []],
  ["json", "not json", "not json", ["json_as_text"]],
  ["json", '{"a":{"b":{"c":{"d":1}}}}', { a: { b: { c: '{"d":1}' } } }, ["nested_as_text"]],
  ["json", '{"a":9007199254740993}', { a: "9007199254740993" }, ["wide_integer"]],
  ["json", "[-9223372036854775808]", ["-9223372036854775808"], ["wide_integer"]],
  ["json", "12345678901234567890", "12345678901234567890", ["wide_integer"]],
  ["json", '{"a":0.12345678901234567890123}', { a: "0.12345678901234567890123" }, ["decimal_as_text"]],
  [
    "json",
    '{"a":1e400,"b":1.5e-400,"c":-0.0e9,"d":1.5e-324}',
    { a: "1e400", b: "1.5e-400", c: -0, d: "1.5e-324" },
    ["decimal_as_text", "decimal_as_text", "decimal_as_text"],
  ],
  [
    "json",
    "[0.30000000000000004,1.7976931348623157e308,5e-324]",
    [0.30000000000000004, 1.7976931348623157e308, 5e-324],
    [],
  ],
  [
    "json",
    "[9007199254740991,-9007199254740992,9.007199254740992e15,1e23,1.50e3,-1E-7]",
    [9007199254740991, "-9007199254740992", 9007199254740992, 1e23, 1500, -1e-7],
    ["wide_integer"],
  ],
  [
    "json",
    '{"9007199254740993":"9007199254740993","__proto__":9007199254740993}',
    JSON.parse('{"9007199254740993":"9007199254740993","__proto__":"9007199254740993"}'),
    ["wide_integer"],
  ],
  ["json", '{"a\\"b: 9007199254740993":"\\\\","c" : 5e5}', { 'a"b: 9007199254740993': "\\", c: 500_000 }, []],
  ["json", "{9007199254740993:1}", "{9007199254740993:1}", ["json_as_text"]],
  ["json", "9007199254740993 and more", "9007199254740993 and more", ["json_as_text"]],
  ["list", "[1,9223372036854775807,0.5]", [1, "9223372036854775807", 0.5], ["wide_integer"]],
  ["list", "[1,2]", [1, 2], []],
  ["list", JSON.stringify(Array(256).fill(1)), JSON.stringify(Array(256).fill(1)), ["list_as_text"]],
  ["unsupported", "x", undefined, []],
])("a %s cell of %j becomes %j", (family, cell, value, warnings) => {
  expect(property(family, cell)).toEqual({ value, warnings });
});

test.each<[Family, Cell, number | undefined]>([
  ["moment", "2026-01-31T12:00:00Z", Date.UTC(2026, 0, 31, 12)],
  ["moment", "2026-01-05T12:00:00.123456Z", Date.UTC(2026, 0, 5, 12, 0, 0, 123)],
  ["moment", "2026-01-05T12:00:00.5Z", Date.UTC(2026, 0, 5, 12, 0, 0, 500)],
  ["moment", "0001-01-01T00:00:00Z", -62_135_596_800_000],
  ["moment", "9999-12-31T23:59:59.999Z", 253_402_300_799_999],
  ["moment", "12026-01-01T00:00:00Z", Date.UTC(12_026, 0, 1)],
  ["moment", "infinity", undefined],
  ["timestamp", "2026-01-31T12:00:00", Date.UTC(2026, 0, 31, 12)],
  ["date", "2026-01-31", Date.UTC(2026, 0, 31)],
  ["text", "2026-01-31T12:00:00+02:00", Date.UTC(2026, 0, 31, 10)],
  ["text", "2026-13-31", undefined],
  ["text", "yesterday", undefined],
  ["text", "1769860800", 1_769_860_800_000],
  ["integer", 1_769_860_800, 1_769_860_800_000],
  ["integer", 1_769_860_800_123, 1_769_860_800_123],
  ["integer", 1_769_860_800_123_456, 1_769_860_800_123],
  ["integer", "1769860800123456789", 1_769_860_800_123],
  ["float", Number.NaN, undefined],
  ["boolean", true, undefined],
  ["moment", null, undefined],
])("as a time, a %s cell of %j is %j", (family, cell, ms) => {
  expect(toTimeMs(cell, column(family))).toBe(ms);
});

test("JSON of any depth is read, also with a wide number in it", () => {
  const deep = `${"[".repeat(20_000)}9007199254740993${"]".repeat(20_000)}`;
  const { value, warnings } = property("json", deep);
  expect([JSON.stringify(value).includes("9007199254740993"), warnings]).toEqual([
    true,
    ["wide_integer", "nested_as_text"],
  ]);
});
