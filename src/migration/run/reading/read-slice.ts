import { isUtf8 } from "node:buffer";
import { parseLines } from "../../archive/read-lines.ts";
import {
  Broken,
  type LineWriter,
  type Origin,
  type PlannedSlice,
  type TranslateContext,
} from "../../origin.ts";
import type { RowWriter } from "../../text/row-writer.ts";
import type { TallyLine } from "../../types.ts";
import { jsonText } from "../json-text.ts";
import type { People } from "../people.ts";
import { type BatchRoom, RecordLines } from "../record-lines.ts";
import { type LineTaking, takeLines } from "../take-lines.ts";
import { recordTaker } from "../take-record.ts";
import type { SentTally, Tally } from "../tally.ts";
import type { CountedUnder, LinesPart, RecordsPart, TallyPart } from "./messages.ts";

/** Goes on from slice to slice: what was learned of the first ones holds for the others. */
export type Reading = {
  origin: Origin;
  context: TranslateContext;
  writer: LineWriter;
  /** What was counted since the last part. */
  tally: Tally;
  /** How many of the writer's names were told. */
  namesTold: number;
  /** By what records become rows at once, and how whoever gets them names it. */
  rows: { version: number; writer: RowWriter } | undefined;
};
type Given = { slice: PlannedSlice; path: string; people: People };
export type Way = {
  give(part: LinesPart | RecordsPart): void;
  tell(part: TallyPart): void;
  /** Leave to give one more part, and what to write it into; waits until there is. */
  room(): Promise<BatchRoom | undefined>;
  /** Nothing was written into it. */
  keep(room: BatchRoom): void;
};

/** After so many lines progress is told, and a wish to pause or cancel heard, though most of them were skipped and fill no batch. */
const LINES_UNTOLD_MAX = 50_000;

/** Reads a download to its end: plain lines become text of records without ever being objects. */
export async function readSlice(reading: Reading, { slice, path, people }: Given, way: Way): Promise<void> {
  const { origin, context, writer, tally } = reading;
  const takeRecord = recordTaker({ origin, kind: slice.kind, context, tally, people });
  let number = 0;
  const count = () => {
    number += 1;
    return number;
  };
  const taking: LineTaking = {
    ...{ writer, tally, takeRecord, count },
    people: context.options.eventsOnly ? undefined : people,
  };
  let told = 0;
  const begin = async () => new RecordLines(writer.names, await way.room(), reading.rows?.writer);
  let into = await begin();
  let version = reading.rows?.version ?? 0;
  const send = async (): Promise<void> => {
    const sent = into;
    told = number;
    way.give(linesPart(reading, sent, version));
    into = await begin();
    version = reading.rows?.version ?? 0;
    into.follow(sent);
  };
  try {
    for await (const page of origin.read(slice, path)) {
      if (page instanceof Broken) takeRecord(page, count());
      else if (isUtf8(page)) {
        for (let at = 0; at < page.length; ) {
          at = takeLines(page, at, into, taking);
          if (into.isFull) await send();
        }
      } else {
        while (!into.isEmpty) await send();
        await way.room();
        way.give(recordsPart(page, taking));
        told = number;
      }
      if (number - told < LINES_UNTOLD_MAX) continue;
      if (into.isEmpty) way.tell({ kind: "tally", tally: tally.take() });
      else await send();
      told = number;
    }
    while (!into.isEmpty) await send();
  } finally {
    way.keep({ text: into.text.bytes, places: into.places.numbers });
  }
}

function linesPart(reading: Reading, lines: RecordLines, version: number): LinesPart {
  const { writer, tally, namesTold } = reading;
  // Copies: a name is a view into what others are kept in too.
  const names = writer.names.slice(namesTold).map((name) => new Uint8Array(name));
  reading.namesTold += names.length;
  const { text, places, numbers, tallyLines, isShort, common } = lines;
  const room = { text: text.bytes, places: places.numbers };
  return {
    ...{ kind: "lines", room, textEnd: text.end, isShort, common, names, rows: rowsOf(lines, version) },
    ...withTally(tally.take(), numbers, tallyLines),
  };
}

function rowsOf({ rows }: RecordLines, version: number): LinesPart["rows"] {
  if (rows === undefined || rows.latestMs < rows.earliestMs) return undefined;
  const { earliestMs, latestMs } = rows;
  return { version, used: rows.used(), earliestMs, latestMs };
}

/** With characters that are none every record is looked at as an object. */
function recordsPart(page: Buffer, { takeRecord, count, tally }: LineTaking): RecordsPart {
  const { records, text, isShort } = parseLines(page);
  const events: string[] = [];
  const [numbers, tallyLines]: [number[], TallyLine[]] = [[], []];
  for (const record of records) {
    const number = count();
    const taken = takeRecord(record, number);
    if (taken === undefined) continue;
    events.push(jsonText(taken.event));
    numbers.push(number);
    tallyLines.push(taken.line);
  }
  return { kind: "records", events, text, isShort, ...withTally(tally.take(), numbers, tallyLines) };
}

function withTally(
  tally: SentTally,
  numbers: readonly number[],
  lines: readonly TallyLine[],
): CountedUnder & { tally: SentTally } {
  const places = new Map(tally.lines.map((line, place) => [line, place]));
  const placeOf = (line: TallyLine): number => {
    const known = places.get(line);
    if (known !== undefined) return known;
    // Counted with the batch before, which could not have it.
    const place = tally.lines.push({ ...line, exported: 0, reasons: {} }) - 1;
    places.set(line, place);
    return place;
  };
  return { numbers: Uint32Array.from(numbers), tallyLines: Uint32Array.from(lines, placeOf), tally };
}
