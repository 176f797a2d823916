import { expect, test } from "vitest";
import { hideDropped } from "./hide-dropped.ts";

const rules = { droppedProperties: new Map([["Pay", new Set(["card", "__proto__"])]]) };

test("values of dropped properties are hidden, their names and all else stay", () => {
  const record = { event: "Pay", properties: { card: "4242", sum: 1, list: [2] } };
  expect(hideDropped(record, rules)).toEqual({
    event: "Pay",
    properties: { card: "(dropped)", sum: 1, list: [2] },
  });
  expect(record.properties.card).toBe("4242");
});

test("other events, other things and a dictionary without drops change nothing", () => {
  for (const record of [
    { event: "Open", properties: { card: 1 } },
    { event: "Pay" },
    { event: 5 },
    null,
    "x",
    [1],
  ])
    expect(hideDropped(record, rules)).toBe(record);
  const record = { event: "Pay", properties: { card: 1 } };
  expect(hideDropped(record, undefined)).toBe(record);
  expect(hideDropped(record, { droppedProperties: new Map() })).toBe(record);
});

test("a property named like a prototype is data", () => {
  const record = JSON.parse('{"event":"Pay","properties":{"__proto__":{"a":1}}}');
  const shown = hideDropped(record, rules) as { properties: object };
  expect(JSON.stringify(shown)).toBe('{"event":"Pay","properties":{"__proto__":"(dropped)"}}');
  expect(Object.getPrototypeOf(shown.properties)).toBe(Object.prototype);
});
