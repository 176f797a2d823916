import type { RecordPlaces } from "../ingestion/text.ts";
import type { CommonTexts } from "./text/common-texts.ts";
import type { RowWriter } from "./text/row-writer.ts";
import type { TextBuffer } from "./text/text-buffer.ts";
import type { JobOptions, Range, SliceKind } from "./types.ts";

/**
 * Another tool whose history can be copied. It knows its own wire and its own records; slices, retries, order, resuming and loading
 * are the same for all and lie in `run/`.
 */
export type Origin = {
  /** The last part of the address. */
  tool: string;
  label: string;
  /** What the dates select: `source upload time`. */
  rangeBasis: string;
  /** What is not yet exportable is so much before now. */
  delayMs: number;
  /** Addresses in the order they are tried, and whether each fits the region that was asked for. */
  hosts(region: string): readonly OriginHost[];
  /** Whether these credentials hold there; nothing is read. Throws `OriginError`. */
  check(context: OriginContext): Promise<void>;
  /** The stretches to load, oldest first. */
  plan(range: Range, options: JobOptions): PlannedSlice[];
  /** Smaller stretches in place of one that is too large; null when there are none. */
  split(slice: Range): Range[] | null;
  /**
   * What a slice holds, to a file: whole, or `OriginError`. Nothing is told of it before it is known to be complete.
   */
  download(slice: PlannedSlice, path: string, context: OriginContext): Promise<void>;
  /** The lines of a download, in an order that is the same every time, some hundred at a time. */
  read(slice: PlannedSlice, path: string): AsyncIterable<Lines>;
  translate(record: unknown, context: TranslateContext): Translated;
  /** How a short way for plain lines is made, where there is one. What comes of it is what `translate` would have made. */
  writer?(context: TranslateContext): (() => LineWriter) | undefined;
};

export type OriginHost = { url: string; fits: boolean };
export type PlannedSlice = Range & { kind: SliceKind };

export type OriginContext = {
  url: string;
  key: string;
  secret: string;
  signal: AbortSignal;
  get: Get;
};

export type Get = (request: GetRequest) => Promise<Got>;
export type GetRequest = {
  url: URL;
  authorization: string;
  signal: AbortSignal;
  accept?: string;
  /** With a body it is a POST of a form. */
  form?: Readonly<Record<string, string>>;
};
export type Got = {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: AsyncIterable<Buffer>;
  /** Lets go of a body that nobody wants. */
  discard(): void;
};

/** Whole lines as they were read, or why one was not. */
export type Lines = Buffer | Broken;

/** Lines that have been parsed: a record, or why there is none. `text` and `sizeIsSound` are what `accept` wants to know of their bytes. */
export type LinePage = {
  records: (unknown | Broken)[];
  text: "sound" | "escaped" | "broken";
  /** Whether every line is far shorter than an event may be. */
  isShort: boolean;
};
export class Broken {
  readonly code: "not_json" | "line_too_long";
  constructor(code: Broken["code"]) {
    this.code = code;
  }
}

export type TranslateContext = { options: JobOptions; nowMs: number };

/** What a line becomes. A profile may come with an event, or alone. */
export type Translated = {
  event?: EventRecord;
  /** Why there is no event. */
  skip?: string;
  /** What is worth counting about it all the same. */
  notes?: readonly string[];
  user?: UserState;
};

/** Nothing was written: the line has to be parsed. */
export const NOT_PLAIN = -1;
/** Nothing was written: the line says otherwise than its batch does in `common`. */
export const NEXT_BATCH = -2;

/** Writes lines as the text of their records, so that no objects are made of them. */
export type LineWriter = SaysOfUser & {
  /**
   * Writes the record of the line that begins here, with a newline, and answers where the next line begins; or one of the above. The
   * page is UTF-8. With `rows` it becomes a row at once, if nothing is left to check about it.
   */
  write(page: Buffer, start: number, text: TextBuffer, places: RecordPlaces, rows?: RowWriter): number;
  /** Of properties, as `places` numbers them. */
  readonly names: readonly Uint8Array[];
  /** What the records of a batch have besides what is written of them. */
  readonly common: CommonTexts;
  /** Of the line that was written last. */
  readonly event: string;
  /** Reads what `writeUser` wrote. */
  readUser(text: Buffer): Record<string, unknown>;
};

/** What the line that was written last says of its user. */
export type SaysOfUser = {
  readonly timeMs: number;
  /** Where the id stands in the page; -1 when it names nobody. */
  readonly userStart: number;
  readonly userEnd: number;
  readonly createdMs: number | null;
  writeUser(into: TextBuffer): void;
};

export type EventRecord = { event: string; properties: Record<string, unknown> };

/** What a line says of a person: all properties as of then, or steps to take on those before. */
export type UserState = {
  userId: string;
  asOfMs: number;
  createdMs: number | null;
  properties: Record<string, unknown>;
  /** Steps such as `$add`, in the order given. */
  operations?: Record<string, unknown>;
};

/**
 * - `unauthorized`: the key or secret is wrong, and will be in an hour
 * - `empty`: there is nothing in this stretch
 * - `too_large`: ask for less
 * - `away`: ask again later
 * - `damaged`: what came is not whole; ask again
 * - `refused`: asked again it will be refused again
 */
export type OriginCode = "unauthorized" | "empty" | "too_large" | "away" | "damaged" | "refused";

export class OriginError extends Error {
  readonly code: OriginCode;
  readonly retryAfterMs: number | undefined;
  constructor(code: OriginCode, message: string, options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "OriginError";
    this.code = code;
    this.retryAfterMs = options.retryAfterMs;
  }
}
