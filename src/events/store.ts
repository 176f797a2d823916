import type { Result } from "../platform/result.ts";
import type { ColumnType, DeclareFailure } from "./catalog.ts";
import type { Change, Lane, LookupColumn, Position } from "./change.ts";
import type { Dialect } from "./dialect.ts";
import type { PropertyValue, StoredEvent } from "./event.ts";

/** What became of the rows of one source that were received on one day. Every row is counted once. */
export type SettlementLine = {
  source: string;
  importId: string | null;
  jobId: string | null;
  runId: string | null;
  /** The UTC day they were received: `2026-01-31`. */
  day: string;
  stored: number;
  /** Copies that changed nothing. */
  duplicates: number;
  /** Copies with other content, which stand now in place of the older ones. */
  replaced: number;
  /** What else happened to records of that source on that day, by code: refusals, drops, repairs. */
  codes: { [code: string]: number };
};

export type Settlement = {
  lines: SettlementLine[];
  /** Rows taken back, by a mirror or by a newer generation. */
  retracted: number;
  erased: number;
};

export type ApplyFailure =
  /** Nothing of the call was applied. Without this frame the rest can be. */
  | { code: "unreadable_rows"; position: Position; reason: string }
  | ({ position: Position } & DeclareFailure)
  /** The file holds less of some lane than its caller was told: it was lost meanwhile. Nothing was applied. */
  | { code: "lost"; positions: Record<Lane, Position> }
  | DamageFailure;

export type ApplyOptions = {
  /** What the caller knows the file to hold of each lane: applied to one that holds less, the changes would leave a gap. */
  holds?: Readonly<Record<Lane, Position>>;
  /**
   * Other lanes that have nothing for this project up to these positions which is not applied already. A row that lost to
   * a copy is forgotten once no lane can bring one from before it: a lane that is never used must not keep it for ever.
   */
  others?: Readonly<Record<Lane, Position>>;
  /**
   * Whether the cores are wanted elsewhere, by what comes in: then only as many threads load as there are row groups. One that finds
   * little to do does not sleep meanwhile, it asks again and again: an event of 25 properties took 8.5 µs of processor time on one
   * thread, 13 on two while nothing else ran, and 28 beside a migration. With a row group each, two cost no more than one.
   */
  sharesCores?: boolean;
  /** A log that has become long is left to `tidy`, which the caller calls when nobody waits: folding it in takes up to a second. */
  leavesLog?: boolean;
};

/** The project's file is broken in a place that was not met when it was opened. `setAside` it and load it anew. */
export type DamageFailure = { code: "damaged"; reason: string };

export type CatalogEntry = {
  name: string;
  /** Null: the property lives in `rest` only. */
  column: string | null;
  type: ColumnType | null;
  /** Whether `rest` may hold values of it: then a question has to read both places. Of too many names all may. */
  inRest: boolean;
};

export type LookupTable = {
  id: string;
  revision: number;
  /** The first is the key. */
  columns: LookupColumn[];
  rows: number;
  /** What a question calls it: key `k`, the others `c1`, `c2` … until the next revision takes its place. */
  relation: string;
};

/** The place of an event in the order of times. */
export type EventPlace = { timeMs: number; position: Position; order: number };

/** Which events a reader wants; all that is given has to hold. */
export type EventFilter = {
  /** From this time on. */
  fromMs?: number;
  /** Before this time. */
  beforeMs?: number;
  events?: readonly string[];
  /** Resolved ids: the events of these persons, on whatever device. */
  persons?: readonly string[];
};

export type PageOptions = EventFilter & {
  /** Only what comes after this one, in the order asked for. */
  after?: EventPlace;
  newestFirst?: boolean;
  limit: number;
};

export type EventPage = {
  events: StoredEvent[];
  /** There are more: long events make a page shorter than its limit. */
  more: boolean;
};

export type ScanOptions = EventFilter & {
  order?: "time" | "position";
  signal?: AbortSignal;
};

export type Question = {
  /** One SELECT over the view `events`, the tables `links` and `lineages` and the relations of lookup tables, in the store's dialect. Values are bound, never part of the text. */
  sql: string;
  params?: readonly (string | number | boolean | bigint | null)[];
  timeoutMs: number;
  rowsMax: number;
  signal?: AbortSignal;
};

export type Answer = {
  columns: string[];
  rows: unknown[][];
  /** There were more rows than asked for. */
  cut: boolean;
};

/** `too_large`: it needs more memory than the store may take. */
export type QueryFailure = { code: "timed_out" | "cancelled" | "too_busy" | "too_large" } | DamageFailure;

export type EventNameCount = { event: string; count: number; lastMs: number };
export type PropertyNameCount = { name: string; count: number };
export type ValueCount = { value: unknown; count: number };
export type Window = { fromMs: number; beforeMs: number };

export type CompactReport = {
  compacted: boolean;
  /** On average so many row groups have to be read for one moment. 1 is perfect order. */
  depth: number;
  rows: number;
};

/** A project file that would not open: it was renamed, and the project begins anew. */
export type SetAside = { projectId: number; path: string; reason: string };

/** The store of events: a copy of what the journal says, made for questions. One project never sees another's. */
export type EventStore = {
  /**
   * Applies the changes of one lane up to a position, all or nothing, together with that position: repeated after a
   * crash, it does nothing twice. Lanes may be applied in any order to each other and end at the same content.
   */
  apply(
    projectId: number,
    lane: Lane,
    changes: readonly Change[],
    upTo: Position,
    more?: ApplyOptions,
  ): Promise<Result<Settlement, ApplyFailure>>;
  /** Does what applying has left over, if it has become much. Between batches: whoever waits to apply something goes first. */
  tidy(projectId: number): Promise<void>;
  /** How far each lane has been applied. A lane that is missing has not begun. */
  positions(projectId: number): Promise<Record<Lane, Position>>;
  /** The sum of all settlements so far: what `apply` answered and a crash may have kept from its caller. */
  settlement(projectId: number): Promise<Settlement>;
  catalog(projectId: number): Promise<CatalogEntry[]>;

  /** Streams events in constant memory. Rows that come or go meanwhile may or may not be in it; no row is twice. */
  scan(projectId: number, options?: ScanOptions): AsyncIterable<StoredEvent[]>;
  /** Some events in the order of their times. */
  readPage(projectId: number, options: PageOptions): Promise<EventPage>;
  /** The events at these places, in their order; those that are gone are left out. Long ones make a page shorter. */
  readPlaces(projectId: number, places: readonly EventPlace[]): Promise<EventPage>;
  /** How questions are spelled. */
  dialect: Dialect;
  query(projectId: number, question: Question): Promise<Result<Answer, QueryFailure>>;
  eventNames(projectId: number, window: Window): Promise<EventNameCount[]>;
  propertyNames(projectId: number, window: Window & { event?: string }): Promise<PropertyNameCount[]>;
  topValues(
    projectId: number,
    of: Window & { property: string; event?: string; limit: number },
  ): Promise<ValueCount[]>;
  countAll(projectId: number): Promise<number>;

  /** The users that devices among these distinct ids belong to, by `$device:…`. Ids that stand for themselves are left out. */
  resolveIds(projectId: number, distinctIds: readonly string[]): Promise<Map<string, string>>;
  /** All distinct ids of the person who has this one, the resolved one first. */
  personIds(projectId: number, distinctId: string): Promise<string[]>;
  /**
   * What is left of these distinct ids from up to a position: events, seen or not, links to them, and ids noted for rows still to
   * come. Copies of the file that were set aside are not looked at: `removeSetAside`.
   */
  countTraces(
    projectId: number,
    ids: readonly string[],
    upTo: Position,
  ): Promise<{ events: number; links: number; noted: number }>;
  /** How many devices belong to a user. */
  countLinks(projectId: number): Promise<number>;

  /** The lookup tables that have content. */
  lookupTables(projectId: number): Promise<LookupTable[]>;
  /** The rows of a lookup table with these keys, by key; a value that is not there is left out. */
  lookUp(
    projectId: number,
    tableId: string,
    keys: readonly string[],
  ): Promise<Map<string, Record<string, PropertyValue>>>;

  /** Puts rows into the order of their times where too many came out of it. Loading goes on between its steps. */
  compact(projectId: number, options?: { force?: boolean; signal?: AbortSignal }): Promise<CompactReport>;
  checkpoint(projectId: number): Promise<void>;
  /** Copies the project's file, complete by itself, to a path. Answers the positions it holds. */
  snapshotTo(projectId: number, path: string): Promise<Record<Lane, Position>>;
  /** Reads every byte of the project that matters; null when all is sound. */
  verify(projectId: number): Promise<DamageFailure | null>;
  setAside(projectId: number, reason: string): Promise<SetAside | null>;
  /** Deletes what was set aside of a project. Answers how many files that was. */
  removeSetAside(projectId: number): Promise<number>;
  dropProject(projectId: number): Promise<void>;
  close(): Promise<void>;
};
