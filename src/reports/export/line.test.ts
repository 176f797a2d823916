import { expect, test } from "vitest";
import type { StoredEvent } from "../../events/index.ts";
import { rawJson } from "../../platform/raw-json.ts";
import { EVENT_READERS } from "../exported-properties.ts";
import { exportLine } from "./line.ts";

const EVENT: StoredEvent = {
  event: 'Say "hi"',
  timeMs: 1_780_372_799_999,
  sentTimeMs: null,
  distinctId: "u1",
  resolvedId: "u1",
  deviceId: null,
  userId: null,
  insertId: "i1",
  rowKey: null,
  receivedMs: 1_780_372_800_123,
  position: 4097,
  order: 11,
  lineage: { source: "track" },
  properties: {},
};
const line = (more: Partial<StoredEvent>, timeInMs = false) => exportLine({ ...EVENT, ...more }, timeInMs);
const propertiesOf = (more: Partial<StoredEvent>) => JSON.parse(line(more)).properties;

test("a line has the event, then what every event has, then its own properties", () => {
  expect(line({ properties: { price: 10, tags: ["a"], none: null } })).toBe(
    '{"event":"Say \\"hi\\"","properties":{"time":1780372799,"distinct_id":"u1","$insert_id":"i1","mp_processing_time_ms":1780372800123,"price":10,"tags":["a"],"none":null}}\n',
  );
  expect(line({})).toMatch(/"mp_processing_time_ms":1780372800123\}\}\n$/);
});

test("time is in whole seconds, downwards, or in milliseconds", () => {
  expect(line({}, true)).toContain('"time":1780372799999,');
  expect(line({ timeMs: -1 })).toContain('"time":-1,');
});

test("an event without an insert id gets the same one each time, and its neighbour another", () => {
  const { $insert_id: made } = propertiesOf({ insertId: null });
  expect(made).toBe("00000000001001-0000000b");
  expect(propertiesOf({ insertId: null, order: 12 }).$insert_id).not.toBe(made);
  expect(propertiesOf({ insertId: "" }).$insert_id).toBe("");
});

test("ids of device and user are there when they are known", () => {
  expect(propertiesOf({ deviceId: "d", userId: "u1" })).toMatchObject({ $device_id: "d", $user_id: "u1" });
  expect(propertiesOf({})).not.toHaveProperty("$device_id");
});

test("lineage shows under its tracked names", () => {
  const lineage = { source: "warehouse", importId: "12", jobId: "j-1", runId: "r-1" };
  expect(propertiesOf({ lineage, properties: { $source: "mine", $warehouse_import_id: 5 } })).toMatchObject({
    $import: true,
    $source: "warehouse-import",
    $warehouse_import_id: 12,
    $warehouse_import_job_id: "j-1",
    $warehouse_import_run_id: "r-1",
  });
  const imported = propertiesOf({ lineage: { source: "import" }, properties: { $source: "mine" } });
  expect(imported).toMatchObject({ $import: true, $source: "mine" });
  expect(propertiesOf({ properties: { $import: false } }).$import).toBe(false);
});

test("a property never hides what every event has, and no name stands twice", () => {
  const text = line({ properties: { time: 1, distinct_id: "x", own: 2 } });
  expect(text.match(/"time"/g)).toHaveLength(1);
  expect(text.match(/"distinct_id"/g)).toHaveLength(1);
  expect(JSON.parse(text).properties).toMatchObject({ time: 1_780_372_799, distinct_id: "u1", own: 2 });
});

test("long numbers keep their digits and __proto__ is a name like any other", () => {
  const properties = JSON.parse('{"__proto__":1}');
  properties.id = rawJson("12345678901234567890");
  expect(line({ properties })).toContain('"__proto__":1,"id":12345678901234567890}}');
  expect(line({ properties: { ...properties, time: 5 } })).not.toContain('"time":5');
});

test("a line break inside a value does not break the line", () => {
  expect(line({ properties: { text: "a\nb\u2028\ud800" } }).match(/\n/g)).toHaveLength(1);
});

test("expressions see what the line shows", () => {
  const event = {
    ...EVENT,
    insertId: null,
    lineage: { source: "import" },
    properties: { plan: "pro", $source: "s" },
  };
  const see = (name: string) => EVENT_READERS.properties?.(name)?.(event);
  for (const [name, value] of Object.entries(JSON.parse(exportLine(event, false)).properties))
    expect(see(name), name).toBe(value);
  expect(see("constructor")).toBeUndefined();
  expect(EVENT_READERS.event?.("$time")?.(event)).toEqual(new Date(EVENT.timeMs));
  expect(EVENT_READERS.event?.("nothing")).toBeUndefined();
});
