import type { FailureCode } from "./failures.ts";

/**
 * What a warehouse has to be able to do. A connector translates, it decides nothing: which rows are wanted, what they become and
 * when they count is the business of `sync/`. This half is free of drivers and runs in the server's process; the other half, a
 * `Driver`, runs in a process of its own (`process/`, decision 0027).
 */
export type Connector = {
  /** `warehouse_type` on the wire, and the name of its folder. */
  type: string;
  label: string;
  /** What a source has to say, in the order a form asks for it. */
  fields: readonly ConnectionField[];
  /** How `table_params` names a table, outermost first. */
  tableFields: readonly TableField[];
  /** What was shown of it, and against what: for `docs/` and the sources API. */
  capabilities: Capabilities;
  /** Every host the driver may connect to. The server resolves and checks them before the driver starts. Throws `ConnectorError`. */
  hosts(connection: Connection): readonly string[];
  /** Pure: built again in the server from the facts that the driver reports. */
  dialect(connection: Connection, facts: () => DialectFacts): Dialect;
  /** How rows in the text form of COPY are read, for drivers that send them. */
  textRows?(columns: readonly Column[]): (bytes: Buffer) => TextRows;
};

/** The half of a connector that loads the vendor's code and opens connections. Throws `ConnectorError`; nothing stays open then. */
export type Driver = (connection: Connection, context: ConnectContext) => Promise<DriverSession>;

/** What a dialect has to know of the server, as plain data. It may change after `begin` and `describe`. */
export type DialectFacts = {
  /** Of the server or engine; empty where nothing depends on it. */
  version: string;
  /** Tables are read as of this moment, where the dialect has to say so in SQL. */
  momentMs: number | null;
  /** Tables that SQL has to name otherwise than by their reference, by `tableKey`. */
  relations: Readonly<Record<string, string>>;
};

export const NO_FACTS: DialectFacts = { version: "", momentMs: null, relations: {} };

export const tableKey = (table: TableRef): string =>
  JSON.stringify(Object.entries(table).sort(([left], [right]) => (left < right ? -1 : 1)));

export type Capabilities = {
  /** Whether all that a session reads after `begin` is of one moment. */
  snapshot: boolean;
  /** Whether the catalog knows which columns may be NULL; views and files do not. */
  declaresNotNull: boolean;
  /** Room for warehouses that say themselves what changed. None does so yet. */
  changeFeed: false;
};

export type ConnectionField = {
  name: string;
  /** `json`: text that is JSON, which may also be sent as an object. */
  kind: "text" | "host" | "json" | "port" | "choice" | "boolean";
  required: boolean;
  /** Sealed at rest, never shown again. */
  secret?: boolean;
  /** Says where or as whom we connect: with another value the secrets have to be given again. */
  target?: boolean;
  preset?: string | number | boolean;
  choices?: readonly string[];
  sentence: string;
};

export type TableField = {
  name: string;
  required: boolean;
  preset?: string;
  /** Other names under which clients send it. */
  aliases?: readonly string[];
};

/** Checked against `fields`: what is required is there, what has a preset is filled in. */
export type Connection = { readonly [name: string]: string | number | boolean | undefined };
/** Checked against `tableFields`. */
export type TableRef = { readonly [name: string]: string };

export type ConnectContext = {
  /**
   * The address of a host that `Connector.hosts` named, as the server resolved and checked it. The driver connects to this address,
   * never to the name. Throws `ConnectorError` for any other host.
   */
  addressOf(host: string): string;
  /** Files of a source lie below it; null when the operator allows none. */
  filesFolder: string | null;
  /** For temporary files. The server removes it after the driver's process has ended. */
  scratchFolder: string;
  /** No statement runs longer. */
  statementTimeoutMs: number;
  connectTimeoutMs: number;
  signal: AbortSignal;
};

/**
 * What kind of values a column has. It decides what a cell looks like here and what a property becomes (`values/`):
 * - `boolean`: true or false
 * - `integer`: a number up to 2^53, beyond it the digits as text
 * - `decimal`: its digits as text, or NaN and Infinity as text
 * - `float`: a number, NaN and Infinity included
 * - `text`: text; bytes that are no UTF-8 have become U+FFFD
 * - `date`: `2026-01-31`, whatever the year; `timestamp`: `2026-01-31T12:00:00.123456`, no zone known; `moment`: the same in UTC, with
 *   a `Z` at its end. All digits that the warehouse has. `infinity` and `-infinity` as such
 * - `time`: text as the warehouse says it
 * - `json`, `list`: JSON text
 * - `binary`: base64
 * - `unsupported`: is never asked for; its column is named in a warning
 */
export type Family =
  | "boolean"
  | "integer"
  | "decimal"
  | "float"
  | "text"
  | "date"
  | "timestamp"
  | "moment"
  | "time"
  | "json"
  | "list"
  | "binary"
  | "unsupported";

export type Cell = string | number | boolean | null;

/**
 * Rows in the text form of Postgres's COPY, one at a time, of which no cell has been made yet: digits, `t` and `f`, times with a blank
 * before the hour and `+00` at their end, control characters and backslashes escaped by a backslash. For whoever copies nearly all of it.
 */
export type TextRows = {
  /** Of all rows, in UTF-8. */
  readonly bytes: Buffer;
  /** Where the cells of the row at hand begin and end. A NULL begins at -1. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Goes on to the next row; false behind the last. */
  next(): boolean;
  /** The row at hand, or one cell of it, as `stream` gives it. */
  cells(): Cell[];
  cell(at: number): Cell;
};

export type Column = {
  name: string;
  /** As the warehouse calls it: `numeric(38,9)`. */
  nativeType: string;
  family: Family;
  /** False only when the warehouse vouches for it. */
  nullable: boolean;
  comment?: string;
};

export type TableDescription = {
  columns: Column[];
  /** Columns that name a row: the primary key, else a unique index without NULLs. Empty when there is none. */
  key: readonly string[];
  isView: boolean;
  /** Columns an ORDER BY costs little on. */
  sortedBy: readonly string[];
  /** As the warehouse guesses; null when it does not. */
  rowsEstimate: number | null;
};

export type CatalogTable = { table: TableRef; kind: "table" | "view"; rowsEstimate: number | null };

/**
 * What a warehouse knows of when a table's rows were written. A row that was not written since an earlier run is as it was then: nothing
 * of it need be looked at again.
 */
export type RowVersions = {
  /** All that must be as it was for that to hold: the server, the table, its columns and types. With another text nothing is known. */
  history: string;
  /** Of the state that is read now: whatever is not in this state is written at or after it. */
  mark: string;
  /** Where the server stands now, for `Dialect.writtenSince`. */
  now: string;
};

/** What both sides of the process boundary offer. */
type Asking = {
  isEncrypted: boolean;
  /** The warehouse's clock, in milliseconds. */
  now(): Promise<number>;
  /** Tables and views whose name holds `search`, at most `limit`. */
  catalog(ask: { search: string; limit: number }): Promise<CatalogTable[]>;
  /** Throws `table_missing` or `permission_denied`. */
  describe(table: TableRef): Promise<TableDescription>;
  /** When the oldest transaction began that may still write, as a `moment` cell; null when none is seen. */
  oldestWriter?(): Promise<string | null>;
  /** From here on all is read as of one moment, where the warehouse can. */
  begin(): Promise<void>;
  /** To be asked after `begin`. Null for tables of which nothing is known. */
  versions?(table: TableRef): Promise<RowVersions | null>;
  /** A small answer, each value as text. For sums, counts and bounds. */
  ask(sql: string): Promise<(string | null)[][]>;
  /**
   * The rows of a SELECT that gives these columns in this order, some thousand at a time, in constant memory. A reader that stops
   * early leaves the session usable or closes it.
   */
  stream(sql: string, columns: readonly Column[]): AsyncIterable<Cell[][]>;
  close(): Promise<void>;
};

/** A session as `sync/` uses it. */
export type Session = Asking & {
  dialect: Dialect;
  /** The same as `stream` where a warehouse writes the text form of COPY: a piece counts until the next is asked for. */
  streamText?(sql: string, columns: readonly Column[]): AsyncIterable<TextRows>;
};

/** A session as a driver opens it. */
export type DriverSession = Asking & {
  facts(): DialectFacts;
  /** The bytes of `COPY … TO STDOUT`, in pieces of any length. */
  copyOut?(sql: string): AsyncIterable<Buffer>;
};

/** How a warehouse spells what `sync/select.ts` asks for. Names and values reach SQL through here alone. */
export type Dialect = {
  /**
   * How digests are made. Another text: those made before cannot be compared, and the table is loaded anew. It names whatever may
   * change them, as the version of a server whose hash functions differ.
   */
  recipe: string;
  quote(identifier: string): string;
  /** A column in the list of a SELECT, so that it comes as a cell of its family: lists as JSON, bytes as base64. */
  select(column: Column): string;
  table(table: TableRef): string;
  /** A cursor value of that column, as `stream` gave it, as a literal of the column's own type. */
  literal(column: Column, cell: string): string;
  /** The cursor moved back by so many seconds, for columns that are times. */
  earlier(literal: string, seconds: number): string;
  /**
   * A relation with the columns `keep` (quoted names) and a digest of each row's `columns` as four whole numbers below 2^32: `_wh_l0` to `_wh_l3`. NULL
   * contributes nothing and the order of columns is nothing, so that an empty column can come or go; equal values of a wider type
   * and equal JSON with its keys in another order have the same digest.
   */
  digested(ask: {
    table: string;
    columns: readonly Column[];
    keep: readonly string[];
    where: string | null;
  }): string;
  /** The first bits of a lane: `_wh_l0 >> (32 - bits)`. */
  bucket(lane: string, bits: number): string;
  /** The condition on rows written at or after an earlier mark of `RowVersions`; null when that is too long ago to tell. */
  writtenSince?(mark: string, now: string): string | null;
};

/** What a warehouse refuses, or that it is away. Thrown, because rows come as a stream; caught in one place, `sync/`. */
export class ConnectorError extends Error {
  readonly code: FailureCode;
  /** Replaces the general hint of the code: the grant to run, the setting to change. */
  readonly hint: string | undefined;
  /** The column that it is about, where it is about one. */
  readonly column: string | undefined;
  constructor(
    code: FailureCode,
    message: string,
    options: { hint?: string; column?: string; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "ConnectorError";
    this.code = code;
    this.hint = options.hint;
    this.column = options.column;
  }
}
