import { describe, expect, test } from "vitest";
import { RecordPlaces } from "../../../ingestion/text.ts";
import { seededRandom } from "../../../journal/testing/random.ts";
import { parseJson } from "../../../platform/parse-json.ts";
import { TextBuffer } from "../../text/text-buffer.ts";
import type { JobOptions } from "../../types.ts";
import { AmplitudeLines } from "./line-writer.ts";
import { LINE, madeLines } from "./testing/made-lines.ts";
import { translateAmplitude } from "./translate.ts";

const OPTIONS: JobOptions = {
  ...{ eventsOnly: false, profilesOnly: false, allowOverLimit: false },
  ...{ userIdProperty: null, mapExperiments: false },
};
const CONTEXT = { options: OPTIONS, nowMs: Date.parse("2026-02-01T00:00:00Z") };

/** Writes one line, and holds what comes of it against the translation. Answers whether it was plain. */
function compare(text: string, writer = new AmplitudeLines(CONTEXT), context = CONTEXT): boolean {
  const page = Buffer.from(`${text}\n{"next":"line"}\n`);
  const into = new TextBuffer();
  into.text("before\n");
  const before = into.end;
  writer.common.beginBatch();
  const next = writer.write(page, 0, into, new RecordPlaces(writer.names));
  if (next < 0) {
    expect(into.end).toBe(before);
    return false;
  }
  expect(page.toString("utf8", next)).toBe('{"next":"line"}\n');
  const written = into.bytes.toString("utf8", before, into.end);
  expect(written.indexOf("\n")).toBe(written.length - 1);
  const made = withCommon(written, writer.common.values());
  const { event, user, notes, skip } = translateAmplitude(parseJson(text), context);
  expect({ text, skip, notes }).toEqual({ text, skip: undefined, notes: [] });
  expect(parseJson(made)).toEqual(JSON.parse(JSON.stringify(event)));
  // A name that came twice would not be seen in the object.
  expect(namesIn(made)).toBe(namesIn(JSON.stringify(event)));
  const userId = writer.userStart < 0 ? undefined : page.toString("utf8", writer.userStart, writer.userEnd);
  expect({ event: writer.event, timeMs: writer.timeMs, userId }).toEqual({
    event: event?.event,
    timeMs: event?.properties.time,
    userId: user?.userId,
  });
  if (user !== undefined) {
    const ofUser = new TextBuffer();
    writer.writeUser(ofUser);
    expect(writer.readUser(ofUser.bytes.subarray(0, ofUser.end))).toEqual(user.properties);
    expect(writer.createdMs).toBe(user.createdMs);
  }
  return true;
}

/** As if the record said itself what its batch says. */
const withCommon = (text: string, common: Record<string, string> = {}): string =>
  `${text.trimEnd().slice(0, -2)}${Object.entries(common)
    .map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join("")}}}`;

const namesIn = (text: string): number => text.match(/"(?:\\.|[^"\\])*"\s*:/g)?.length ?? 0;

const line = (more: Record<string, unknown> = {}): string => JSON.stringify({ ...LINE, ...more });

describe("written as text, a line is the same record", () => {
  test.each([
    {},
    { user_id: null },
    { device_id: null },
    { session_id: -1 },
    { session_id: 1_768_046_400_123 },
    { platform: "Web", os_name: "Chrome", os_version: "131", device_family: "Windows" },
    { platform: "Web", os_name: "Chrome", device_model: "Pixel", device_family: "Android" },
    { platform: "iOS", os_name: "ios", os_version: "17.1", device_model: "iPhone 15" },
    { country: "Germany", region: "Berlin", city: "Köln", language: "" },
    { country: "Nowhere at all", version_name: null, app_version: "2.0" },
    { version_name: "", app_version: "2.0" },
    { paying: true, location_lat: 52.5, location_lng: -13.25, dma: null, ip_address: "1.2.3.4" },
    {
      event_properties: {
        a: 1,
        b: 'x\\\n\t"é',
        c: [1, "two", { three: [] }],
        d: { e: null },
        f: {},
        g: null,
      },
    },
    {
      event_properties: { plan: 1, time: 5, distinct_id: "x", $insert_id: "y" },
      user_properties: { plan: 2 },
    },
    { user_properties: { plan: "pro", email: "a@b.c", name: null }, groups: { plan: ["x"], team: "blue" } },
    { event_properties: { $city: "Paris", platform: "ours", mp_lib: "mine" }, city: "Rome", platform: "Web" },
    { user_properties: { $city: "Paris" }, city: "Rome", user_creation_time: "2025-12-31 23:59:59.5" },
    { data: { path: "/2/httpapi", group_ids: {} }, unknown: { deep: [{ er: [1, { x: "]}" }] }] } },
  ])("%j", (more) => {
    expect(compare(line(more))).toBe(true);
  });

  test("blanks around everything are fine, and so is a line without its newline", () => {
    expect(
      compare(` ${JSON.stringify(LINE)}`.trimStart().replaceAll(":", " : ").replaceAll(",", " ,\t")),
    ).toBe(false);
    expect(compare(JSON.stringify(LINE, undefined, 1).replaceAll("\n", "\r"))).toBe(true);
    const page = Buffer.from(line());
    expect(new AmplitudeLines(CONTEXT).write(page, 0, new TextBuffer(), new RecordPlaces([]))).toBe(
      page.length + 1,
    );
  });
});

describe("left to the translation", () => {
  test.each([
    { event_type: "$identify" },
    { event_type: " Padded" },
    { event_type: 7 },
    { event_type: 'with "quotes"' },
    { event_type: "" },
    { event_time: "2026-02-30 00:00:00.0" },
    { event_time: "2026-01-10 24:00:00.0" },
    { event_time: "2026-01-10 12:00:00.1Z" },
    { event_time: "2027-01-10 12:00:00.1" },
    { event_time: "1970-12-31 23:59:59.1" },
    { event_time: null, client_event_time: "2026-01-10 12:00:00.1" },
    { user_id: "null" },
    { user_id: "" },
    { user_id: 12 },
    { user_id: null, device_id: null },
    { uuid: "no uuid!" },
    { uuid: null },
    { data: { merged_amplitude_id: 7 } },
    { event_properties: { $user_id: "x" } },
    { event_properties: { $ignore: true } },
    { event_properties: { 'odd "name"': 1 } },
    { event_properties: "none" },
    { user_properties: { $set: { a: 1 } } },
    { platform: 7 },
    { country: 'Co"te' },
    { language: {} },
    { event_properties: Object.fromEntries(Array.from({ length: 260 }, (_, index) => [`p${index}`, index])) },
  ])("%j", (more) => {
    expect(compare(line(more))).toBe(false);
  });

  test.each([
    ["a line that goes on in the next", line().replace('","', '",\n"')],
    ["a name that comes twice", line().replace("{", '{"uuid":"0b",')],
    ["a property that comes twice", line({ event_properties: { a: 1, b: null } }).replace('"b"', '"a"')],
    ["something behind the line", `${line()} x`],
    ["a line that ends too early", line().slice(0, -1)],
    [
      "a number that a double cannot hold",
      line({ user_id: "x" }).replace("{", '{"event_id":12345678901234567890,'),
    ],
    ["a list that is broken in what is read over", line().replace("{", '{"unknown":[1,,2],')],
  ])("%s", (_, text) => {
    expect(compare(text)).toBe(false);
  });
});

test("made lines, odd ones among them, are the same record in either way", () => {
  const writer = new AmplitudeLines(CONTEXT);
  const counts = { plain: 0, odd: 0, broken: 0 };
  for (const text of madeLines(4000, seededRandom(9))) {
    try {
      parseJson(text);
    } catch {
      expect(compare(text, writer)).toBe(false);
      counts.broken += 1;
      continue;
    }
    counts[compare(text, writer) ? "plain" : "odd"] += 1;
  }
  expect(counts.plain).toBeGreaterThan(1000);
  expect(counts.odd).toBeGreaterThan(500);
  expect(counts.broken).toBeGreaterThan(50);
});

test("with experiments mapped, exposures are left to the translation", () => {
  const context = { ...CONTEXT, options: { ...OPTIONS, mapExperiments: true } };
  const writer = new AmplitudeLines(context);
  expect(compare(line({ event_type: "[Experiment] Exposure" }), writer, context)).toBe(false);
  expect(compare(line(), writer, context)).toBe(true);
});
