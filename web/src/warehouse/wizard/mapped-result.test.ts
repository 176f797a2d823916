import { expect, test } from "vitest";
import { readResult } from "./mapped-result.ts";

test("an event, a profile, a group and a looked-up row have a name and properties", () => {
  const event = { event: "Order", properties: { time: 5, token: "t", $import: true, total: 1 } };
  expect(readResult(event)).toEqual({ title: "Order", timeMs: 5, properties: { total: 1 } });
  const $set = { plan: "pro" };
  expect(readResult({ $distinct_id: "ana", $set })).toEqual({ title: "ana", properties: $set });
  const group = { $group_key: "firm", $group_id: "1", $set };
  expect(readResult(group)).toEqual({ title: "1", properties: $set });
  expect(readResult({ key: "a1", values: { price: 9.5 } })).toEqual({
    title: "a1",
    properties: { price: 9.5 },
  });
});

test("anything else is nothing", () => {
  for (const odd of [null, "x", [], {}, { properties: [] }]) expect(readResult(odd)).toBeUndefined();
});
