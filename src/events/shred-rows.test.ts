import { expect, test } from "vitest";
import { rawJson } from "../platform/raw-json.ts";
import { Catalog } from "./catalog.ts";
import type { NewEvent } from "./event.ts";
import { restoreEvent } from "./restore-event.ts";
import { Shredder } from "./shred-rows.ts";

const event = (properties: Record<string, unknown>, over: Partial<NewEvent> = {}): NewEvent => ({
  event: "A",
  timeMs: 1000,
  distinctId: "ana",
  properties,
  ...over,
});

function shred(...events: NewEvent[]) {
  const catalog = new Catalog([], { columnsMax: 3 });
  const shredder = new Shredder(catalog);
  for (const one of events) shredder.add(one);
  const { rows, count, columns } = shredder.take();
  const lines = rows.toString().split("\n").slice(0, -1);
  return { catalog, count, columns, lines, restored: lines.map((line) => restoreEvent(line, catalog)) };
}

test("each property is written under the number of its column, and its column is noted", () => {
  const { lines, columns, catalog } = shred(
    event({ plan: "pro", seats: 3 }),
    event({ seats: 4, trial: true }),
  );
  expect(lines).toEqual([
    '{"o":       0,"e":"A","t":1000,"d":"ana","p1":"pro","p2":3}',
    '{"o":       0,"e":"A","t":1000,"d":"ana","p2":4,"p3":true}',
  ]);
  expect(columns).toEqual([1, 2, 3]);
  expect(catalog.since(1).map(({ name, type }) => [name, type])).toEqual([
    ["seats", "double"],
    ["trial", "boolean"],
  ]);
});

test("what has no column goes to rest, in the order of the names", () => {
  const { lines } = shred(event({ a: 1 }), event({ a: "text", z: null, b: rawJson("12345678901234567890") }));
  expect(lines[1]).toBe(
    String.raw`{"o":       0,"e":"A","t":1000,"d":"ana","rest":"{\"a\":\"text\",\"b\":12345678901234567890,\"z\":null}"}`,
  );
});

test("an event can be restored from its row", () => {
  const events = [
    event(
      { a: "x", b: -0, c: [1, { d: "é" }], e: null, f: 1e300 },
      { userId: "ana", insertId: "i", rowKey: "k" },
    ),
    event({}, { sentTimeMs: null, distinctId: "$device:7", deviceId: "7" }),
    event({ a: undefined }, { sentTimeMs: 5, userId: "ana", deviceId: "7" }),
  ];
  const { restored } = shred(...events);
  expect(restored[0]).toMatchObject(events[0] ?? {});
  expect(restored[1]).toMatchObject({ sentTimeMs: null, distinctId: "$device:7", deviceId: "7" });
  expect(restored[2]).toMatchObject({ sentTimeMs: 5, userId: "ana", deviceId: "7", properties: {} });
});

test("half a character becomes the replacement character, and an escape that looks like one stays", () => {
  const half = "a\ud83db";
  const [found] = shred(event({ text: half, list: [half, "\\ud83d 🚀"], [half]: null })).restored;
  expect(found?.properties).toEqual({ text: "a\ufffdb", list: ["a\ufffdb", "\\ud83d 🚀"], "a\ufffdb": null });
});

test("taking rows begins anew", () => {
  const catalog = new Catalog();
  const shredder = new Shredder(catalog);
  shredder.add(event({ a: 1, b: 2 }));
  shredder.take();
  shredder.add(event({ b: 2 }));
  expect(shredder.take()).toMatchObject({ count: 1, columns: [2] });
  expect(shredder.bytes).toBe(0);
});
