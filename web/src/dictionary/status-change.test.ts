import { expect, test } from "vitest";
import { editsOf, isDue, mergeEdits, typedFor } from "./status-change.ts";

test("what must be typed is a name one can type, otherwise how many", () => {
  expect(typedFor([{ name: "Buy" }])).toBe("Buy");
  expect(typedFor([{ name: "Buy" }, { name: "Sell" }])).toBe("2");
  expect(typedFor([{ name: "x".repeat(200) }])).toBe("1");
  expect(typedFor([{ name: " Buy" }])).toBe("1");
});

test("only what a change would change is due", () => {
  const both = { hidden: true, dropped: true };
  expect([isDue("hide", both), isDue("show", both), isDue("drop", both), isDue("take", both)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

test("edits of several properties of one event are one edit", () => {
  const edit = (event: string, property: string) => ({
    entity_type: "event" as const,
    name: event,
    properties: { [property]: { hidden: true } },
  });
  expect(mergeEdits([edit("Buy", "a"), edit("Sell", "a"), edit("Buy", "b")])).toEqual([
    { entity_type: "event", name: "Buy", properties: { a: { hidden: true }, b: { hidden: true } } },
    { entity_type: "event", name: "Sell", properties: { a: { hidden: true } } },
  ]);
});

test("targets that have to be asked for are waited for", async () => {
  const toEdits = async (marks: object) => [{ entity_type: "event" as const, name: "Buy", ...marks }];
  const target = { name: "Buy", hidden: false, dropped: false, volume: 1, isExact: true, toEdits };
  expect(await editsOf([target], { hidden: true })).toEqual([
    { entity_type: "event", name: "Buy", hidden: true },
  ]);
});
