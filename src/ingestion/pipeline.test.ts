import { expect, test } from "vitest";
import { rawJson } from "../platform/raw-json.ts";
import type { StepContext } from "./draft.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import { check, emptyDraft } from "./pipeline.ts";

const NOW = Date.UTC(2026, 0, 31, 12);
const GOOD = { time: NOW - 1000, distinct_id: "ana" };
const event = (properties: unknown, name: unknown = "Open") => ({ event: name, properties });

function run(record: unknown, more: Partial<StepContext> = {}) {
  const repairs: string[] = [];
  const draft = emptyDraft();
  const outcome = check(record, draft, {
    strict: true,
    nowMs: NOW,
    limits: DEFAULT_LIMITS,
    text: "escaped",
    sizeIsSound: false,
    repaired: (code) => repairs.push(code),
    violated: () => undefined,
    ...more,
  });
  return { draft, outcome, repairs };
}
const deep = (levels: number): unknown => (levels === 0 ? 1 : { inner: deep(levels - 1) });
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));

test.each<[unknown, string, string, string]>([
  [5, "not_an_object", "", "record must be a JSON object"],
  [null, "not_an_object", "", "record must be a JSON object"],
  [[], "not_an_object", "", "record must be a JSON object"],
  [{ properties: GOOD }, "event_missing", "event", "'event' must not be missing or blank"],
  [event(GOOD, " "), "event_missing", "event", "'event' must not be missing or blank"],
  [event(GOOD, 7), "event_missing", "event", "'event' must not be missing or blank"],
  [
    event(GOOD, "x".repeat(256)),
    "event_name_too_long",
    "event",
    "'event' is invalid: must not be longer than 255 characters",
  ],
  [{ event: "Open" }, "properties_missing", "properties", "'properties' must not be missing"],
  [event([]), "properties_missing", "properties", "'properties' must not be missing"],
  [
    event({ distinct_id: "a" }),
    "time_missing",
    "properties.time",
    "'properties.time' is invalid: must not be missing",
  ],
  [
    event({ ...GOOD, time: "2026-01-01" }),
    "time_invalid",
    "properties.time",
    "'properties.time' is invalid: must be specified as seconds since epoch",
  ],
  [
    event({ ...GOOD, time: "1700000000" }),
    "time_invalid",
    "properties.time",
    "'properties.time' is invalid: must be specified as seconds since epoch",
  ],
  [
    event({ ...GOOD, time: true }),
    "time_invalid",
    "properties.time",
    "'properties.time' is invalid: must be specified as seconds since epoch",
  ],
  [
    event({ ...GOOD, time: 0 }),
    "time_too_early",
    "properties.time",
    "'properties.time' is invalid: must not be before 1971-01-01",
  ],
  [
    event({ ...GOOD, time: -5 }),
    "time_too_early",
    "properties.time",
    "'properties.time' is invalid: must not be before 1971-01-01",
  ],
  [
    event({ ...GOOD, time: NOW + 3_600_001 }),
    "time_in_future",
    "properties.time",
    "'properties.time' is invalid: must not be in the future",
  ],
  [
    event({ time: NOW }),
    "id_missing",
    "properties.distinct_id",
    "'properties.distinct_id' is invalid: must not be missing",
  ],
  [
    event({ time: NOW, distinct_id: " Anonymous " }),
    "id_placeholder",
    "properties.distinct_id",
    "'properties.distinct_id' is invalid: must not be a placeholder value",
  ],
  [
    event({ time: NOW, distinct_id: null }),
    "id_placeholder",
    "properties.distinct_id",
    "'properties.distinct_id' is invalid: must not be a placeholder value",
  ],
  [
    event({ time: NOW, distinct_id: 0 }),
    "id_placeholder",
    "properties.distinct_id",
    "'properties.distinct_id' is invalid: must not be a placeholder value",
  ],
  [
    event({ time: NOW, $device_id: "$device:null" }),
    "id_placeholder",
    "properties.$device_id",
    "'properties.$device_id' is invalid: must not be a placeholder value",
  ],
  [
    event({ time: NOW, $user_id: "é".repeat(128) }),
    "id_too_long",
    "properties.$user_id",
    "'properties.$user_id' is invalid: must not be longer than 255 bytes",
  ],
  [
    event({ ...GOOD, $insert_id: "a".repeat(37) }),
    "insert_id_too_long",
    "$insert_id",
    "'$insert_id' is invalid: must not be longer than 36 bytes",
  ],
  [
    event({ ...GOOD, $insert_id: "a_b" }),
    "insert_id_characters",
    "$insert_id",
    "'$insert_id' is invalid: must only contain alphanumeric or hyphen '-' characters",
  ],
  [
    event({ ...GOOD, $insert_id: "undefined" }),
    "insert_id_placeholder",
    "$insert_id",
    "'$insert_id' is invalid: must not be a placeholder value",
  ],
  [
    event({ ...GOOD, city: "\ud800" }),
    "invalid_utf8",
    "properties.city",
    "'properties.city' is invalid: string should be valid utf8",
  ],
  [
    event({ ...GOOD, place: { city: ["\udc00"] } }),
    "invalid_utf8",
    "properties.place",
    "'properties.place' is invalid: string should be valid utf8",
  ],
  [
    event({ ...GOOD, big: Number.POSITIVE_INFINITY }),
    "number_out_of_range",
    "properties.big",
    "'properties.big' is invalid: number is out of range",
  ],
  [
    event({ ...GOOD, text: "x".repeat(1_048_576) }),
    "event_too_large",
    "properties",
    "'properties' is invalid: the event must be smaller than 1048576 bytes",
  ],
  [
    event({ ...GOOD, ...many(254) }),
    "too_many_properties",
    "properties",
    "'properties' is invalid: must not have more than 255 properties",
  ],
  [
    event({ ...GOOD, ["x".repeat(256)]: 1 }),
    "property_name_too_long",
    "properties",
    "'properties' is invalid: a property name must not be longer than 255 characters",
  ],
  [
    event({ ...GOOD, a: many(256) }),
    "too_many_keys",
    "properties.a",
    "'properties.a' is invalid: must not have more than 255 keys",
  ],
  [
    event({ ...GOOD, a: Array(256).fill(1) }),
    "list_too_long",
    "properties.a",
    "'properties.a' is invalid: must not have more than 255 elements",
  ],
  [
    event({ ...GOOD, a: deep(4) }),
    "too_deep",
    "properties.a",
    "'properties.a' is invalid: must not be nested deeper than 3 levels",
  ],
  [
    event(GOOD, "$identify"),
    "identity_event",
    "event",
    "identity events are not allowed when project is using simplified identity management",
  ],
])("strict refuses %j", (record, code, field, message) => {
  expect(run(record).outcome).toEqual({ refusal: { code, field, message } });
});

test.each<[string, unknown]>([
  ["255 properties", event({ ...GOOD, ...many(253) })],
  ["three levels", event({ ...GOOD, a: deep(3) })],
  ["an empty distinct id", event({ time: NOW, distinct_id: "" })],
  ["a device alone", event({ time: NOW, $device_id: "d1" })],
  ["a user alone", event({ time: NOW, $user_id: "u1" })],
  [
    "keys that are names of the language",
    event(JSON.parse(`{"time":${NOW},"distinct_id":"a","__proto__":1,"constructor":2}`)),
  ],
  ["a string of 10,000 characters", event({ ...GOOD, text: "x".repeat(10_000) })],
])("strict takes %s", (_case, record) => {
  expect(run(record).outcome).toBeUndefined();
});

test.each([
  [1_700_000_000, 1_700_000_000_000],
  [1_700_000_000.25, 1_700_000_000_250],
  [1_700_000_000_123, 1_700_000_000_123],
  [31_536_000, 31_536_000_000],
])("the time %d is %d ms", (sent, stored) => {
  expect(run(event({ ...GOOD, time: sent })).draft).toMatchObject({ timeMs: stored, sentTimeMs: stored });
});

test("a clock less than an hour ahead is forgiven, and the key keeps the time as sent", () => {
  const { draft, repairs } = run(event({ ...GOOD, time: NOW + 60_000 }));
  expect(draft).toMatchObject({ timeMs: NOW, sentTimeMs: NOW + 60_000 });
  expect(repairs).toEqual(["time_set_to_arrival"]);
});

test.each([
  [{ $user_id: "u", $device_id: "d", distinct_id: "x" }, "u", "u", "d"],
  [{ $user_id: "u" }, "u", "u", undefined],
  [{ $device_id: "d", distinct_id: "x" }, "$device:d", undefined, "d"],
  [{ $device_id: "$device:d" }, "$device:d", undefined, "d"],
  [{ $device_id: "$device:$device:d" }, "$device:$device:d", undefined, "$device:d"],
  [{ distinct_id: "$device:d" }, "$device:d", undefined, "d"],
  [{ distinct_id: "x" }, "x", "x", undefined],
  [{ distinct_id: 42 }, "42", "42", undefined],
  [{ distinct_id: "" }, "", undefined, undefined],
  [{ distinct_id: "x", $user_id: "", $device_id: "" }, "x", "x", undefined],
])("%j belongs to %s", (ids, distinctId, userId, deviceId) => {
  expect(run(event({ time: NOW, ...ids })).draft).toMatchObject({ distinctId, userId, deviceId });
});

test.each<[string, unknown, object, string[]]>([
  [
    "a missing time",
    event({ distinct_id: "a" }),
    { timeMs: NOW, sentTimeMs: undefined },
    ["time_set_to_arrival"],
  ],
  [
    "a time in words",
    event({ ...GOOD, time: "noon" }),
    { timeMs: NOW, sentTimeMs: undefined },
    ["time_set_to_arrival"],
  ],
  ["a number as text", event({ ...GOOD, time: "1700000000" }), { timeMs: 1_700_000_000_000 }, []],
  ["a time in 2099", event({ ...GOOD, time: Date.UTC(2099, 0) }), { timeMs: NOW }, ["time_set_to_arrival"]],
  ["a bad insert id", event({ ...GOOD, $insert_id: "a b" }), { insertId: undefined }, ["insert_id_replaced"]],
  ["no id", event({ time: NOW }), { distinctId: "" }, []],
  ["a placeholder", event({ time: NOW, distinct_id: "null" }), { distinctId: "" }, ["id_emptied"]],
])("not strict mends %s", (_case, record, draft, repairs) => {
  const ran = run(record, { strict: false });
  expect(ran.outcome).toBeUndefined();
  expect(ran.draft).toMatchObject(draft);
  expect(ran.repairs).toEqual(repairs);
});

test.each([1e300, -1e300, "99999999999999999999"])("the time %s is no time, and no part of a key", (time) => {
  const ran = run(event({ ...GOOD, time }), { strict: false });
  expect(ran.outcome).toBeUndefined();
  expect(ran.draft).toMatchObject({ timeMs: NOW, sentTimeMs: undefined });
  expect(run(event({ ...GOOD, time })).outcome).toHaveProperty("refusal");
});

test("a number is an insert id, with all its digits; a list or an object is none", () => {
  expect(run(event({ ...GOOD, $insert_id: rawJson("12345678901234567890") })).draft.insertId).toBe(
    "12345678901234567890",
  );
  expect(run(event({ ...GOOD, $insert_id: 7001 })).draft.insertId).toBe("7001");
  for (const odd of [{ toString: 1 }, ["a"], { a: 1 }]) {
    expect(run(event({ ...GOOD, $insert_id: odd })).outcome).toMatchObject({
      refusal: { code: "insert_id_characters" },
    });
    expect(run(event({ ...GOOD, distinct_id: odd })).outcome).toMatchObject({
      refusal: { code: "id_placeholder" },
    });
  }
  expect(run(event({ time: NOW, distinct_id: rawJson("12345678901234567890") })).draft.distinctId).toBe(
    "12345678901234567890",
  );
});

test("a large list is kept and noted", () => {
  expect(run(event({ ...GOOD, list: ["x".repeat(9000)] })).repairs).toEqual(["large_value"]);
});

test("what asks to be ignored, and verbs of another identity system, are taken and not stored", () => {
  expect(run(event({ ...GOOD, $ignore: true })).outcome).toEqual({ drop: "ignored" });
  expect(run(event({ ...GOOD, $ignore: "yes" })).outcome).toEqual({ drop: "ignored" });
  expect(run(event({ ...GOOD, $ignore: false })).outcome).toBeUndefined();
  expect(run(event(GOOD, "$merge"), { strict: false }).outcome).toEqual({ drop: "identity_event_ignored" });
});
