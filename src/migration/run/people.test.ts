import { expect, test } from "vitest";
import { parseJson } from "../../platform/parse-json.ts";
import { People, settle } from "./people.ts";
import { applyOperations } from "./user-operations.ts";

const state = (asOfMs: number, properties: Record<string, unknown>, more = {}) => ({
  userId: "ana",
  asOfMs,
  createdMs: asOfMs,
  properties,
  ...more,
});

test("the latest event by its time stands, whatever the order of the lines; the earliest creation stands", () => {
  const people = new People();
  people.add(state(20, { plan: "pro" }));
  people.add(state(10, { plan: "free", old: 1 }));
  expect(people.gathered()).toEqual({
    settled: [{ userId: "ana", asOfMs: 20, createdMs: 10, properties: '{"plan":"pro"}' }],
    open: [],
  });
});

test("steps go on from what the slice, or the slices before it, knew", () => {
  const here = new People();
  here.add(state(10, { n: 1 }));
  here.add(state(20, {}, { operations: { $add: { n: 2 }, $set: { a: "x" } } }));
  expect(here.gathered().settled[0]?.properties).toBe('{"n":3,"a":"x"}');
  const before = new Map([["ana", { userId: "ana", asOfMs: 5, createdMs: 5, properties: { n: 10 } }]]);
  const alone = new People();
  alone.add(state(20, {}, { operations: { $add: { n: 2 } } }));
  const { settled, open } = alone.gathered();
  expect(settled).toEqual([]);
  expect(settle(open, before)).toEqual([
    { userId: "ana", asOfMs: 20, createdMs: 20, properties: '{"n":12}' },
  ]);
});

test("a step that is met before the state it goes on from is taken after it", () => {
  const people = new People();
  people.add(state(50, {}, { operations: { $set: { plan: "new" }, $add: { n: 2 } } }));
  people.add(state(10, { color: "red", plan: "old", n: 1 }));
  people.add(state(30, { color: "blue", plan: "old", n: 5 }));
  people.add(state(20, { color: "green" }));
  people.add(state(40, {}, { operations: { $add: { n: 10 } } }));
  people.add(state(25, {}, { operations: { $set: { color: "before" } } }));
  const { settled, open } = people.gathered();
  expect(open).toEqual([]);
  expect(settled).toEqual([
    { userId: "ana", asOfMs: 50, createdMs: 10, properties: '{"color":"blue","plan":"new","n":17}' },
  ]);
});

test("hundreds of steps on a state are all taken", () => {
  const people = new People();
  people.add(state(1, { n: 0 }));
  for (let n = 0; n < 350; n += 1) people.add(state(2 + n, {}, { operations: { $add: { n: 1 } } }));
  expect(people.gathered().settled[0]?.properties).toBe('{"n":350}');
});

test("steps of a person nobody knows yet keep the digits of numbers, also from thread to thread", () => {
  const people = new People();
  const operations = parseJson('{"$set":{"a":12345678901234567890}}') as Record<string, unknown>;
  people.add(state(20, {}, { operations }));
  const { open } = structuredClone(people.gathered());
  expect(settle(open, new Map())[0]?.properties).toBe('{"a":12345678901234567890}');
});

test("every step", () => {
  const before = { n: 1, list: ["a"], gone: 1, kept: 1 };
  expect(
    applyOperations(before, {
      $setOnce: { kept: 2, first: 1 },
      $set: { s: true },
      $add: { n: 4 },
      $append: { list: "b" },
      $prepend: { list: "z" },
      $unset: { gone: "-" },
      $remove: { list: "a" },
    }),
  ).toEqual({ n: 5, list: ["z", "b"], kept: 1, first: 1, s: true });
  expect(applyOperations(before, { $clearAll: "-" })).toEqual({});
});

test("many persons come in pages that are bounded by their number and by what is said of them", () => {
  const people = new People();
  for (let n = 0; n < 1200; n += 1) people.add({ ...state(10, { n }), userId: `user-${n}` });
  for (let n = 0; n < 4; n += 1)
    people.add({ ...state(10, { text: "x".repeat(700_000) }), userId: `long-${n}` });
  const pages = [...people.pages()];
  expect(pages.map(({ settled }) => settled.length)).toEqual([500, 500, 202, 2]);
  expect(pages.flatMap(({ settled }) => settled)).toEqual(people.gathered().settled);
});
