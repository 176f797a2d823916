import { expect, test } from "vitest";
import { parseJson } from "../../../platform/parse-json.ts";
import type { JobOptions } from "../../types.ts";
import { translateAmplitude } from "./translate.ts";

const NOW = Date.parse("2026-02-01T00:00:00Z");
const OPTIONS: JobOptions = {
  eventsOnly: false,
  profilesOnly: false,
  allowOverLimit: false,
  userIdProperty: null,
  mapExperiments: false,
};
const line = (more: Record<string, unknown> = {}) => ({
  uuid: "0a0a0a0a-0000-4000-8000-000000000001",
  event_type: "Order placed",
  event_time: "2026-01-10 12:00:00.123999",
  user_id: "ana",
  device_id: "d1",
  ...more,
});
const translate = (more: Record<string, unknown> = {}, options: Partial<JobOptions> = {}) =>
  translateAmplitude(line(more), { options: { ...OPTIONS, ...options }, nowMs: NOW });

test("times are UTC, whatever zone the server is in, and cut to milliseconds", () => {
  expect(translate().event?.properties.time).toBe(Date.parse("2026-01-10T12:00:00.123Z"));
  const later = { event_time: null, client_event_time: "2026-01-09 00:00:00" };
  expect(translate(later).event?.properties.time).toBe(Date.parse("2026-01-09T00:00:00Z"));
  expect(translate({ event_time: "1970-12-31 23:59:59.0" })).toMatchObject({ skip: "time_too_early" });
  const ahead = translate({ event_time: "2026-02-01 02:00:00.0" });
  expect(ahead).toMatchObject({ event: { properties: { time: NOW } }, notes: ["time_set_to_now"] });
});

test.each([
  [{}, { distinct_id: "ana", $user_id: "ana", $device_id: "d1" }],
  [{ user_id: null }, { distinct_id: "$device:d1", $device_id: "d1" }],
  [
    { user_id: "null", device_id: "00000000-0000-0000-0000-000000000000", amplitude_id: 77 },
    { distinct_id: "$device:amplitude-77", $device_id: "amplitude-77" },
  ],
  [{ user_id: "undefined" }, { distinct_id: "$device:d1" }],
  [{ device_id: null }, { distinct_id: "ana" }],
])("ids of %j", (more, expected) => {
  expect(translate(more).event?.properties).toMatchObject(expected);
});

test("who names nobody is passed over; a user id may stand elsewhere", () => {
  expect(translate({ user_id: "", device_id: "", amplitude_id: null })).toMatchObject({ skip: "no_id" });
  const named = translate(
    { user_id: null, user_properties: { account: "a-7" } },
    { userIdProperty: "account" },
  );
  expect(named.event?.properties).toMatchObject({ distinct_id: "a-7", $user_id: "a-7" });
});

test("insert ids are the same every time, and of the kind ours may be", () => {
  expect(translate().event?.properties.$insert_id).toBe("0a0a0a0a-0000-4000-8000-000000000001");
  expect(translate({ uuid: null, $insert_id: "own-1" }).event?.properties.$insert_id).toBe("own-1");
  const made = translate({ uuid: "no uuid!", $insert_id: "x".repeat(40) }).event?.properties.$insert_id;
  expect(made).toMatch(/^[0-9a-f]{32}$/);
  expect(translate({ uuid: "no uuid!", $insert_id: "x".repeat(40) }).event?.properties.$insert_id).toBe(made);
});

test("the event's own properties win over groups, those over the user's, those over the context", () => {
  const { event } = translate({
    city: "Berlin",
    platform: "iOS",
    os_name: "ios",
    event_properties: { a: 1, empty: {}, nothing: null },
    groups: { a: ["g"], b: ["g"] },
    user_properties: { a: "u", b: "u", c: "u", $city: "Home" },
  });
  expect(event?.properties).toMatchObject({
    a: 1,
    b: ["g"],
    c: "u",
    $city: "Home",
    $os: "ios",
    mp_lib: "iphone",
    platform: "iOS",
  });
  expect(event?.properties).not.toHaveProperty("empty");
  expect(event?.properties).not.toHaveProperty("nothing");
});

test("on the web the operating system is the browser, and the model the operating system", () => {
  const web = {
    platform: "Web",
    os_name: "Firefox",
    os_version: "130",
    device_model: "Mac OS X",
    session_id: -1,
    country: "Türkiye",
  };
  const { event } = translate(web);
  expect(event?.properties).toMatchObject({
    $browser: "Firefox",
    $browser_version: "130",
    $os: "Mac OS X",
    mp_country_code: "TR",
  });
  expect(event?.properties).not.toHaveProperty("session_id");
  expect(translate({ ...web, device_model: "Kiosk" }).event?.properties).toMatchObject({ $device: "Kiosk" });
});

test.each([
  ["United States", "US"],
  ["South Korea", "KR"],
  ["Czech Republic", "CZ"],
  ["Côte d’Ivoire", "CI"],
  ["Nowhere", undefined],
])("the country %s", (country, code) => {
  expect(translate({ country }).event?.properties.mp_country_code).toBe(code);
});

test("300 user properties are cut to fit, the last by name first, and it is told", () => {
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`u${String(at).padStart(3, "0")}`, at]),
  );
  const { event, notes } = translate({ user_properties: many });
  const names = Object.keys(event?.properties ?? {});
  expect(names.length).toBeLessThanOrEqual(254);
  expect(event?.properties).toMatchObject({ $migration_truncated: true, u000: 0 });
  expect(names).not.toContain("u299");
  expect(notes).toContain("properties_truncated");
});

test("names such as __proto__ are data, and long numbers keep their digits", () => {
  const given = parseJson(
    '{"event_type":"E","event_time":"2026-01-10 12:00:00.0","user_id":"ana","event_properties":{"__proto__":5,"big":9007199254740993123}}',
  );
  const { event } = translateAmplitude(given, { options: OPTIONS, nowMs: NOW });
  expect(Object.hasOwn(event?.properties ?? {}, "__proto__")).toBe(true);
  expect(JSON.stringify(event?.properties)).toContain('"big":9007199254740993123');
  expect(({} as Record<string, unknown>)[5]).toBeUndefined();
});

test("a person is what the line says, with the names profiles have; steps stay steps", () => {
  const { user } = translate({
    user_properties: { email: "a@example.com", plan: "pro" },
    country: "Germany",
    user_creation_time: "2026-01-01 00:00:00.0",
  });
  expect(user).toEqual({
    userId: "ana",
    asOfMs: Date.parse("2026-01-10T12:00:00.123Z"),
    createdMs: Date.parse("2026-01-01T00:00:00Z"),
    properties: { $country_code: "DE", email: "a@example.com", $email: "a@example.com", plan: "pro" },
  });
  const identify = translate({
    event_type: "$identify",
    user_properties: { $set: { a: 1 }, $add: { n: 2 } },
  });
  expect(identify).toMatchObject({ skip: "identify", user: { operations: { $set: { a: 1 } } } });
  expect(translate({ user_id: null }).user).toBeUndefined();
  expect(translate({}, { eventsOnly: true }).user).toBeUndefined();
});

test("exposures become ours when asked for", () => {
  const exposure = { event_type: "$exposure", event_properties: { flag_key: "checkout", variant: "b" } };
  expect(translate(exposure).event?.event).toBe("$exposure");
  expect(translate(exposure, { mapExperiments: true }).event).toMatchObject({
    event: "$experiment_started",
    properties: { "Experiment name": "checkout", "Variant name": "b" },
  });
});
