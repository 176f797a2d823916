import { expect, test } from "vitest";
import { content, openDoors, scope } from "../../ingestion/direct/testing/doors.ts";
import type { RecordLines as SentLines } from "../../ingestion/index.ts";
import type { KnownColumns } from "../../ingestion/text.ts";
import type { FrameInput } from "../../journal/index.ts";
import { seededRandom } from "../../journal/testing/random.ts";
import { parseJson } from "../../platform/parse-json.ts";
import type { EventRecord } from "../origin.ts";
import { AmplitudeLines } from "../origins/amplitude/line-writer.ts";
import { LINE, madeLines } from "../origins/amplitude/testing/made-lines.ts";
import { translateAmplitude } from "../origins/amplitude/translate.ts";
import { RowWriter } from "../text/row-writer.ts";
import { RecordLines } from "./record-lines.ts";
import { takeLines } from "./take-lines.ts";
import { Tally } from "./tally.ts";

const CONTEXT = {
  options: {
    ...{ eventsOnly: false, profilesOnly: false, allowOverLimit: false },
    ...{ userIdProperty: null, mapExperiments: false },
  },
  nowMs: Date.parse("2026-02-01T00:00:00Z"),
};

type Batch = { records: EventRecord[]; common: Record<string, unknown> };

/** All batches that come of these lines, as they are sent. */
function sentOf(lines: readonly string[], known?: KnownColumns): SentLines[] {
  const writer = new AmplitudeLines(CONTEXT);
  const rows = known && new RowWriter(known, writer.names);
  const page = Buffer.from(lines.join("\n"));
  const tally = new Tally();
  const sent: SentLines[] = [];
  const begin = () => new RecordLines(writer.names, undefined, rows);
  let into = begin();
  let number = 0;
  const takeRecord = (record: unknown) => {
    const { event } = translateAmplitude(record, CONTEXT);
    if (event === undefined) return undefined;
    return { event, line: tally.exported("", event.event), again: () => event };
  };
  const count = () => ++number;
  const send = () => {
    sent.push(toSent(into, known));
    const next = begin();
    next.follow(into);
    into = next;
  };
  for (let at = 0; at < page.length; ) {
    at = takeLines(page, at, into, { writer, tally, people: undefined, takeRecord, count });
    if (into.isFull) send();
  }
  if (!into.isEmpty) send();
  return sent;
}

function toSent({ text, isShort, common, places, rows }: RecordLines, known?: KnownColumns): SentLines {
  const bytes = text.bytes.subarray(0, text.end);
  const ready = known && rows && { ...{ known, used: rows.used() }, ...timesOf(rows) };
  return { bytes, areKeyed: false, sizeIsSound: isShort, common, places, ready };
}

const timesOf = ({ earliestMs, latestMs }: RowWriter) => ({ earliestMs, latestMs });

const batchesOf = (lines: readonly string[]): Batch[] =>
  sentOf(lines).map(({ bytes, common = {} }) => ({
    records: bytes
      .toString()
      .trimEnd()
      .split("\n")
      .map((text) => parseJson(text) as EventRecord),
    common,
  }));

const withCommon = (batches: readonly Batch[]) =>
  batches.flatMap(({ records, common }) =>
    records.map(({ event, properties }) => {
      for (const name of Object.keys(common)) expect(properties).not.toHaveProperty([name]);
      return { event, properties: { ...properties, ...common } };
    }),
  );

const translated = (lines: readonly string[]): unknown =>
  parseJson(
    JSON.stringify(lines.flatMap((line) => translateAmplitude(parseJson(line), CONTEXT).event ?? [])),
  );

const line = (more: Record<string, unknown> = {}): string => JSON.stringify({ ...LINE, ...more });

test("what all lines have alike is said once", () => {
  const lines = [1, 2, 3].map((n) =>
    line({ event_id: n, platform: "Web", language: "German", region: "Köln" }),
  );
  const [batch, ...others] = batchesOf(lines);
  expect(others).toEqual([]);
  expect(batch?.common).toEqual({ platform: "Web", mp_lib: "web", language: "German", $region: "Köln" });
  expect(batch?.records.map(({ properties }) => Object.keys(properties).length)).toEqual([6, 6, 6]);
});

test("a line that says otherwise, or says nothing, begins a batch in which each speaks for itself", () => {
  const lines = [
    line({ platform: "Web", language: "German", region: "Berlin" }),
    line({ platform: "Web", language: "French", region: "Berlin" }),
    line({ platform: "Web", language: "German" }),
    line({ platform: "Web", language: "Dutch", region: "Berlin" }),
  ];
  const batches = batchesOf(lines);
  expect(batches.map(({ records }) => records.length)).toEqual([1, 1, 2]);
  expect(batches.map(({ common }) => Object.keys(common))).toEqual([
    ["language", "platform", "$region", "mp_lib"],
    ["platform", "$region", "mp_lib"],
    ["platform", "mp_lib"],
  ]);
  expect(withCommon(batches)).toEqual(translated(lines));
});

test("a line that has to be parsed joins a batch that says the same, and begins another one otherwise", () => {
  const odd = (more: Record<string, unknown>) => line({ ...more, event_properties: { 'odd "name"': 1 } });
  const lines = [
    line({ platform: "Web", language: "German" }),
    odd({ platform: "Web", language: "German" }),
    odd({ platform: "iOS", language: "German" }),
    line({ platform: "iOS", language: "German" }),
  ];
  const batches = batchesOf(lines);
  expect(batches.map(({ records }) => records.length)).toEqual([2, 2]);
  expect(batches.map(({ common }) => common)).toEqual([
    { platform: "Web", mp_lib: "web", language: "German" },
    {},
  ]);
  expect(withCommon(batches)).toEqual(translated(lines));
});

test("properties of the event itself stand, whatever the batch says of that name", () => {
  const lines = [
    line({ platform: "Web" }),
    line({ platform: "Web", event_properties: { platform: "ours" } }),
    line({ platform: "Web", event_properties: { platform: "Web" } }),
  ];
  expect(withCommon(batchesOf(lines))).toEqual(translated(lines));
});

/** Lines that are alike in a stretch, as in an export. */
const soundLines = (count: number): string[] =>
  [...madeLines(count, seededRandom(9))].filter(isJson).flatMap((text) => [text, text, text]);

function isJson(text: string): boolean {
  try {
    return parseJson(text) !== undefined;
  } catch {
    return false;
  }
}

test("made lines in batches are the same records, in their order", () => {
  const lines = soundLines(4000);
  const batches = batchesOf(lines);
  expect(withCommon(batches)).toEqual(translated(lines));
  // Each property makes at most one short batch.
  expect(batches.length).toBeLessThan(30);
});

test("the door takes a record by its places as it does by reading it", async () => {
  // The door's clock stands earlier.
  const lines = soundLines(3000).map((text) => text.replace("2026-01-10", "2025-09-10"));
  const [placed, read] = [openDoors(null), openDoors(null)];
  for (const sent of sentOf(lines)) {
    const left = await placed.acceptLines(scope(false), sent);
    const right = await read.acceptLines(scope(false), { ...sent, places: undefined });
    expect(left).toEqual(right);
  }
  expect(content(placed.frames, placed.catalog)).toEqual(content(read.frames, read.catalog));
  expect(placed.plain()).toBe(read.plain());
  expect(placed.plain()).toBeGreaterThan(1000);
});

const PAST = (text: string): string => text.replace("2026-01-10", "2025-09-10");

/** Two doors that have met the columns of these lines. */
async function metDoors(lines: readonly string[]) {
  const [one, other] = [openDoors(null), openDoors(null)];
  for (const door of [one, other]) {
    for (const sent of sentOf(lines)) await door.acceptLines(scope(false), sent);
    door.frames.length = 0;
  }
  return [one, other] as const;
}

const bytesOf = (frames: readonly FrameInput[]): string[] =>
  frames.map(({ body }) => Buffer.concat([body].flat()).toString());

test("rows made beside the door are byte by byte those that the door makes", async () => {
  const lines = soundLines(3000).map(PAST);
  const [ready, placed] = await metDoors(lines.slice(0, 2000));
  const known = await ready.findColumns(1);
  const before = placed.plain();
  for (const sent of sentOf(lines, known))
    expect((await ready.acceptLines(scope(false), sent)).ok).toBe(true);
  for (const sent of sentOf(lines)) expect((await placed.acceptLines(scope(false), sent)).ok).toBe(true);
  expect(bytesOf(ready.frames)).toEqual(bytesOf(placed.frames));
  expect(ready.catalog.since(0)).toEqual(placed.catalog.since(0));
  const [wereReady, wereNot] = [placed.plain() - ready.plain(), ready.plain() - before];
  expect(wereReady).toBeGreaterThan(800);
  expect(wereReady).toBeGreaterThan(5 * wereNot);
});

test("rows of which a door knows better become records again", async () => {
  const sound = soundLines(1500);
  const lines = sound.map(PAST);
  const [other, placed] = await metDoors(lines);
  const known = await placed.findColumns(1);
  // Not from this door; and times that have not come yet.
  for (const [given, door] of [
    [lines, other],
    [sound, placed],
  ] as const) {
    const [, read] = await metDoors(lines);
    door.frames.length = 0;
    const all = sentOf(given, known);
    expect(all.filter(({ ready }) => (ready?.used.length ?? 0) > 0).length).toBeGreaterThan(1);
    for (const sent of all) expect((await door.acceptLines(scope(false), sent)).ok).toBe(true);
    for (const sent of sentOf(given)) await read.acceptLines(scope(false), { ...sent, places: undefined });
    expect(content(door.frames, door.catalog)).toEqual(content(read.frames, read.catalog));
  }
});
