import { describe, expect, test } from "vitest";
import { rawJson } from "../../platform/raw-json.ts";
import type { Readers } from "./build.ts";
import { createEvaluator, createPredicate } from "./evaluate.ts";
import { sayExpressionFailure } from "./failure.ts";
import { parseExpression } from "./parse.ts";

type Subject = Record<string, unknown>;
const SUBJECT: Subject = {
  plan: "pro",
  n: 7,
  s: "7",
  ok: "true",
  tags: ["a", "b"],
  nothing: null,
  empty: "",
  yes: true,
  no: false,
  signup: "2026-02-01",
  address: { city: "Oslo", geo: { lat: 59.9 } },
  long: rawJson("9007199254740993"),
  ids: [rawJson("9007199254740993"), 5],
  half: 2.5,
};
const readers: Readers<Subject> = {
  properties: (name) => (subject) => (Object.hasOwn(subject, name) ? subject[name] : undefined),
};

function evaluate(text: string): unknown {
  const parsed = parseExpression(text);
  if (!parsed.ok) return `400 ${sayExpressionFailure(parsed.failure)}`;
  const evaluator = createEvaluator(parsed.value, readers);
  if (!evaluator.ok) return `400 ${sayExpressionFailure(evaluator.failure)}`;
  const value = evaluator.value(SUBJECT);
  return value.ok ? value.value : `400 ${sayExpressionFailure(value.failure)}`;
}

function keeps(text: string): unknown {
  const parsed = parseExpression(text);
  if (!parsed.ok) return `400 ${sayExpressionFailure(parsed.failure)}`;
  const predicate = createPredicate(parsed.value, readers);
  if (!predicate.ok) return `400 ${sayExpressionFailure(predicate.failure)}`;
  const kept = predicate.value(SUBJECT);
  return typeof kept === "boolean" ? kept : `400 ${sayExpressionFailure(kept)}`;
}

describe("the worked examples", () => {
  test.each([
    ["EX-1", 'properties["n"] == properties["s"]', false],
    ["EX-2", 'properties["n"] != properties["s"]', true],
    ["EX-3", 'properties["miss"] > 5', undefined],
    ["EX-4", 'not (properties["miss"] > 5)', true],
    ["EX-5", 'properties["miss"] != "x"', true],
    ["EX-6", '"ro" in properties["plan"]', true],
    ["EX-7", 'properties["n"] in [1,7]', true],
    ["EX-8", '"b" in properties["tags"]', true],
    ["EX-9", 'number(properties["s"]) + properties["n"]', 14],
    ["EX-10", 'properties["s"] + properties["n"]', undefined],
    ["EX-11", "-7 % 3", -1],
    ["EX-12", 'boolean(properties["ok"]) and not defined(properties["miss"])', true],
    ["EX-14", 'properties["n"] / 0 == 1', false],
  ])("%s: %s", (_id, text, answer) => expect(evaluate(text)).toBe(answer));

  test("EX-3 and EX-4 as filters: nothing is filtered out, its negation is kept", () => {
    expect(keeps('properties["miss"] > 5')).toBe(false);
    expect(keeps('not (properties["miss"] > 5)')).toBe(true);
  });

  test("EX-13: a number as an operand of and is refused, with its column", () => {
    expect(evaluate('properties["n"] and true')).toMatch(/^400 column 1: .*not a number/);
  });
});

describe("equality", () => {
  test.each([
    ['properties["miss"] == properties["other"]', false],
    ['properties["miss"] == null', false],
    ['properties["nothing"] == null', true],
    ['properties["nothing"] == properties["empty"]', false],
    ['properties["yes"] == 1', false],
    ['properties["plan"] == "Pro"', false],
    ['properties["tags"] == ["b", "a"]', true],
    ['properties["tags"] == ["a"]', false],
    ['properties["tags"] == "a"', false],
    ['properties["address"] == null', false],
    ["[1, [2, 3]] == [[3, 2], 1]", true],
    ['["1"] == [1]', false],
    ["[1e21] == [1000000000000000000000]", true],
    ["0.0 == -0", true],
    ['properties["long"] == 9007199254740993', true],
    ['properties["long"] == 9007199254740992', false],
    ['properties["long"] > 9007199254740992', true],
    ['-properties["long"] == -9007199254740993', true],
    ['9007199254740993 in properties["ids"]', true],
    ['9007199254740992 in properties["ids"]', false],
  ])("%s is %s", (text, answer) => expect(evaluate(text)).toBe(answer));
});

describe("order, arithmetic and in", () => {
  test.each([
    ['properties["n"] > "5"', undefined],
    ['"b" > "a"', undefined],
    ['properties["n"] >= 7 and properties["n"] <= 7', true],
    ["7 % 0", undefined],
    ["7 % -3", 1],
    ["1e308 * 10", undefined],
    ["2 + 3 * 4 - 1", 13],
    ["(2 + 3) * 4", 20],
    ["10 - 4 - 3", 3],
    ["--3", 3],
    ['- properties["s"]', undefined],
    ['"a" + "b" == "ab"', true],
    ["floor(-0.5) == -1", true],
    ["ceil(-0.5)", 0],
    ["round(2.5)", 3],
    ["round(-2.5)", -3],
    ["round(0.49999999999999994)", 0],
    ['round(properties["s"])', undefined],
    ['"x" in properties["n"]', undefined],
    ['5 in "555"', undefined],
    ['properties["miss"] in ["a"]', false],
    ['properties["miss"] in "abc"', undefined],
    ["1 in []", false],
    ['properties["n"] in [properties["half"], properties["n"]]', true],
    ['not properties["n"]', undefined],
    ['not properties["nothing"]', undefined],
    ["not not true", true],
    ['not properties["n"] == 7', false],
  ])("%s is %s", (text, answer) => expect(evaluate(text)).toBe(answer));
});

describe("casts", () => {
  test.each([
    ['string(properties["n"])', "7"],
    ['string(properties["yes"])', "true"],
    ['string(properties["nothing"])', null],
    ['string(properties["miss"])', undefined],
    ['string(properties["long"])', "9007199254740993"],
    ['string(properties["tags"])', '["a","b"]'],
    ['number(properties["plan"])', undefined],
    ["number(true)", 1],
    ["number(false)", 0],
    ['number(properties["nothing"])', undefined],
    ['number(" -1.5e2 ")', -150],
    ['number("0x10")', undefined],
    ['number("Infinity")', undefined],
    ['number("")', undefined],
    ['boolean("false")', false],
    ["boolean(0)", false],
    ['boolean(properties["nothing"])', false],
    ['boolean(properties["miss"])', false],
    ['boolean("")', false],
    ['boolean("no")', true],
    ["boolean([])", true],
    ['defined(properties["nothing"])', true],
    ['defined(properties["constructor"])', false],
  ])("%s is %s", (text, answer) => expect(evaluate(text)).toBe(answer));
});

describe("dates", () => {
  test.each([
    ['properties["signup"] > datetime("2026-01-31T23:59:59")', true],
    ['properties["signup"] == datetime("2026-02-01T00:00:00")', true],
    ['properties["signup"] == "2026-02-01T00:00:00"', false],
    ['properties["signup"] >= "2026-02-01"', true],
    ['properties["plan"] > datetime("2026-01-01")', undefined],
    ['properties["n"] > datetime("2026-01-01")', undefined],
    ['datetime(1780284600) == datetime("2026-06-01T03:30:00")', true],
    ['datetime(1780284600000) == datetime("2026-06-01T03:30:00")', true],
    ['string(datetime("2026-06-01"))', "2026-06-01T00:00:00"],
    ['datetime(properties["plan"])', undefined],
  ])("%s is %s", (text, answer) => expect(evaluate(text)).toBe(answer));

  test("a written date that does not exist is refused", () => {
    for (const date of ["2026-02-30", "yesterday", "2026-06-01T24:00:00", "2026-6-1"])
      expect(evaluate(`datetime("${date}")`), date).toMatch(/^400 column 10: a date is written/);
  });
});

describe("paths", () => {
  test.each([
    ['properties["address"]["city"]', "Oslo"],
    ["properties['address']['geo']['lat'] > 59", true],
    ['properties["address"]["street"]', undefined],
    ['properties["plan"]["length"]', undefined],
    ['properties["tags"]["0"]', undefined],
    ['properties["address"]["toString"]', undefined],
  ])("%s is %s", (text, answer) => expect(evaluate(text)).toBe(answer));

  test("a root nobody can look up here is refused before any event", () => {
    expect(keeps('true and user["plan"] == "pro"')).toBe('400 column 10: user["plan"] cannot be used here.');
  });
});

describe("operands of and, or, and a filter as a whole", () => {
  test.each([
    ['properties["yes"] and properties["miss"]', false],
    ['properties["nothing"] or properties["yes"]', true],
    ["true or false and false", true],
    ['properties["no"]', false],
    ['properties["miss"]', false],
  ])("%s is %s", (text, answer) => expect(keeps(text)).toBe(answer));

  test.each([
    ["true or 1", 9],
    ['"x" and true', 1],
    ["false and -properties['n']", 11],
    ["true or (false and [1])", 20],
    ["not (true and string(1))", 15],
    ['properties["n"]', 1],
    ["1 + 1", 1],
    ["false and properties['s']", 11],
    ["true or properties['tags']", 9],
  ])("%s is refused at column %i", (text, column) =>
    expect(keeps(text)).toMatch(new RegExp(`^400 column ${column}: true or false is needed`)),
  );
});
