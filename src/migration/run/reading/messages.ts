import type { KnownColumns, RecordLines } from "../../../ingestion/text.ts";
import type { LinePage, OriginCode, PlannedSlice, TranslateContext } from "../../origin.ts";
import type { Gathered } from "../people.ts";
import type { SentTally } from "../tally.ts";

/** What a thread that reads slices is started with. */
export type ThreadStart = { tool: string; context: TranslateContext };

export type SliceWish = {
  kind: "slice";
  slice: PlannedSlice;
  path: string;
  columns?: ToldColumns | undefined;
};
/** A part has arrived: another one may come, written into its room where it had one. */
export type RoomBack = { kind: "room"; room?: Room | undefined; columns?: ToldColumns | undefined };
/** By what rows are written from now on, where that is news. Without `known` none are. `version`: how the thread names it. */
export type ToldColumns = { version: number; known: KnownColumns | undefined };
/** Nothing of it is wanted any more. */
export type Leave = { kind: "leave"; columns?: undefined };
export type ToThread = SliceWish | RoomBack | Leave;

/** What a batch was written into. It belongs to one thread at a time. */
type Room = { text: Uint8Array<ArrayBuffer>; places: Int32Array<ArrayBuffer> };

/** By record: the number of its line in the slice, and which line of the tally it is counted under. */
export type CountedUnder = { numbers: Uint32Array<ArrayBuffer>; tallyLines: Uint32Array<ArrayBuffer> };

/** A batch of records as text. */
export type LinesPart = CountedUnder & {
  kind: "lines";
  room: Room;
  textEnd: number;
  isShort: boolean;
  common: RecordLines["common"];
  /** Names of properties that no batch before it told. */
  names: Uint8Array[];
  /** Where some of the records are rows already: by which version of the columns, and what the door asks. */
  rows: { version: number; used: number[]; earliestMs: number; latestMs: number } | undefined;
  tally: SentTally;
};

/** Records of a page that is no UTF-8. */
export type RecordsPart = CountedUnder & {
  kind: "records";
  /** As JSON: numbers that keep their digits do not go from thread to thread otherwise. */
  events: string[];
  text: LinePage["text"];
  isShort: boolean;
  tally: SentTally;
};

/** Lines that were skipped, so many that whoever follows the migration should hear of them. */
export type TallyPart = { kind: "tally"; tally: SentTally };

/** Some of the persons of the slice, behind its last line. Its room only goes there and back. */
export type PeoplePart = { kind: "people"; people: Gathered; room: Room | undefined; tally: SentTally };

export type EndPart = {
  kind: "end";
  tally: SentTally;
  /** Why it was not read to its end. Without a code it is nothing that the origin did. */
  broke?: { code?: OriginCode; message: string } | undefined;
};

export type Part = LinesPart | RecordsPart | TallyPart | PeoplePart | EndPart;
