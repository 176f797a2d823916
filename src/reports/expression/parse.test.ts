import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sayExpressionFailure } from "./failure.ts";
import { parseBreakdown, parseExpression } from "./parse.ts";

function refusal(text: string): string {
  const parsed = parseExpression(text);
  return parsed.ok ? "taken" : sayExpressionFailure(parsed.failure);
}

test("the tree says what the text says, with the column of each part", () => {
  expect(parseExpression('not properties["a"] == 1 or "x" in user["b"]')).toEqual({
    ok: true,
    value: {
      kind: "or",
      column: 1,
      operands: [
        {
          kind: "not",
          column: 1,
          operand: {
            kind: "comparison",
            column: 5,
            operator: "==",
            left: { kind: "read", column: 5, root: "properties", path: ["a"] },
            right: { kind: "literal", column: 24, value: 1 },
          },
        },
        {
          kind: "in",
          column: 29,
          left: { kind: "literal", column: 29, value: "x" },
          right: { kind: "read", column: 36, root: "user", path: ["b"] },
        },
      ],
    },
  });
});

test("strings take either quote and the escapes of JSON", () => {
  const text = String.raw`["a\"b", 'a\'b', "A\n\\\/", 'say "hi"', "naïve 💥"]`;
  const parsed = parseExpression(text);
  const items = parsed.ok && parsed.value.kind === "list" ? parsed.value.items : [];
  expect(items.map((item) => item.kind === "literal" && item.value)).toEqual([
    'a"b',
    "a'b",
    "A\n\\/",
    'say "hi"',
    "naïve 💥",
  ]);
});

describe("a mistake is named with its column", () => {
  test.each([
    ["", 1, "a value is expected"],
    ["   ", 4, "a value is expected"],
    ['properties["a"', 15, "']' is expected"],
    ["properties.a", 11, "means nothing"],
    ["properties[a]", 12, "a name in quotes is expected"],
    ["properties[1]", 12, "a name in quotes is expected"],
    ['properties["a"] = 1', 17, "equality is '=='"],
    ['properties["a"] && true', 17, "write and, or, not"],
    ['properties["a"] == "x', 20, "does not end"],
    [String.raw`"a\qb"`, 1, "backslash"],
    [String.raw`"a\u12"`, 1, "backslash"],
    ["1 < 2 < 3", 7, "join them with and"],
    ["lower('x')", 1, "there is no function lower"],
    ["plan == 'pro'", 1, 'a property is properties["plan"]'],
    ["true AND false", 6, "an operator or the end"],
    ["(1", 3, "')' is expected"],
    ["[1,]", 4, "a value is expected"],
    ["defined()", 9, "a value is expected"],
    ["floor(1, 2)", 8, "')' is expected"],
    ["1 2", 3, "an operator or the end"],
    ["a # b", 3, "'#' means nothing"],
    ["1e999", 1, "cannot be read"],
    ['event["$time"]["x"]', 15, "an operator or the end"],
  ])("%s at column %i", (text, column, words) => {
    expect(refusal(text)).toMatch(new RegExp(`^column ${column}: `));
    expect(refusal(text)).toContain(words);
  });
});

describe("bounds", () => {
  const nested = (levels: number) => "(".repeat(levels) + "true".concat(")".repeat(levels));

  test("64 levels are taken, 65 are not", () => {
    expect(refusal(nested(63))).toBe("taken");
    expect(refusal(nested(64))).toMatch(/nested more than 64 levels/);
    for (const text of [`${"not ".repeat(4000)}true`, "-".repeat(16_000).concat("1"), "[".repeat(16_000)])
      expect(refusal(text)).toMatch(/nested more than 64 levels/);
    const sums = Array.from({ length: 50 }).reduce<string>((inner) => `(${inner}${"+1".repeat(14)})`, "1");
    expect(refusal(sums)).toMatch(/nested more than 64 levels/);
    expect(refusal(`1${"+1".repeat(60)} > 1`)).toBe("taken");
    expect(refusal(`1${"+1".repeat(8000)}`)).toMatch(/nested more than 64 levels/);
  });

  test("a long row of or costs no depth", () => {
    const many = Array.from({ length: 500 }, (_, index) => `properties["a"]==${index}`).join(" or ");
    expect(refusal(many)).toBe("taken");
  });

  test("16 KiB are taken, one byte more is not", () => {
    const long = (bytes: number) => `"${"x".repeat(bytes - 2)}"`;
    expect(refusal(long(16_384))).toBe("taken");
    expect(refusal(long(16_385))).toMatch(/longer than 16384 bytes/);
    expect(refusal(`"${"é".repeat(8192)}"`)).toMatch(/longer/);
  });
});

test("a bare name in a breakdown is a property", () => {
  for (const name of ["$browser", "plan", "Plan Type"])
    expect(parseBreakdown(name)).toMatchObject({ value: { root: "properties", path: [name] } });
  expect(parseBreakdown('user["plan"]')).toMatchObject({ value: { root: "user" } });
  expect(parseBreakdown("true")).toMatchObject({ value: { kind: "literal" } });
});

test("any text is either read or refused, and refused within it", () => {
  const pieces = [
    "properties",
    "[",
    "]",
    '"a"',
    "(",
    ")",
    "and",
    "or",
    "not",
    "in",
    "==",
    "<",
    "-",
    "1",
    ",",
    "x",
    "'",
  ];
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), { maxLength: 40 }),
      (parts) => {
        const text = parts.join(" ");
        const parsed = parseExpression(text);
        if (parsed.ok || !("column" in parsed.failure)) return;
        expect(parsed.failure.column).toBeGreaterThanOrEqual(1);
        expect(parsed.failure.column).toBeLessThanOrEqual(text.length + 1);
      },
    ),
  );
});
