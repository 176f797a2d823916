import {
  type CatalogTable,
  type Cell,
  type Column,
  type Connection,
  ConnectorError,
  type DialectFacts,
  type RowVersions,
  type TableDescription,
  type TableRef,
} from "../connector.ts";
import { FAILURES, type FailureCode } from "../failures.ts";

/** What the server asks of a driver's process. Each request has one reply; a stream gives a reply for each `next`. */
export type Request =
  | ({ op: "open" } & OpenRequest)
  | { op: "now" | "oldestWriter" | "begin" | "close" | "stop" }
  | { op: "catalog"; search: string; limit: number }
  | { op: "describe" | "versions"; table: TableRef }
  | { op: "ask"; sql: string }
  | { op: "stream"; sql: string; columns: readonly Column[] }
  | { op: "copyOut"; sql: string }
  | { op: "next" | "leave"; stream: number };

export type OpenRequest = {
  type: string;
  connection: Connection;
  addresses: Readonly<Record<string, string>>;
  filesFolder: string | null;
  scratchFolder: string;
  statementTimeoutMs: number;
  connectTimeoutMs: number;
  rssBytesMax: number;
};

export type Opened = {
  isEncrypted: boolean;
  facts: DialectFacts;
  can: { oldestWriter: boolean; versions: boolean; copyOut: boolean };
};

export type Told = { code: string; message: string; hint?: string; column?: string };

/** What a remote server says is quoted up to this length: 150 MB of an error page are no reason. */
const TEXT_MAX = 2_048;
export const cut = (text: string): string => (text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX)}…`);

export const memoryMessage = (bytes: number): string =>
  `reading from the warehouse took more than ${Math.round(bytes / 1024 / 1024)} MB of memory`;

export const toTold = (error: ConnectorError): Told => ({
  code: error.code,
  message: cut(error.message),
  ...(error.hint === undefined ? {} : { hint: cut(error.hint) }),
  ...(error.column === undefined ? {} : { column: cut(error.column) }),
});

/**
 * What comes from the other process is checked like any input: a driver that a hostile server has confused may send anything. A reply
 * of the wrong shape is a `TypeError` here, which ends the session.
 */
export const read = {
  failure(value: unknown): ConnectorError {
    const { code, message, hint, column } = asObject(value);
    const known = typeof code === "string" && Object.hasOwn(FAILURES, code) ? code : "driver_failed";
    return new ConnectorError(known as FailureCode, cut(asText(message)), {
      ...(typeof hint === "string" ? { hint: cut(hint) } : {}),
      ...(typeof column === "string" ? { column: cut(column) } : {}),
    });
  },
  opened(value: unknown): Opened {
    const { isEncrypted, facts, can } = asObject(value);
    const { oldestWriter, versions, copyOut } = asObject(can);
    return {
      isEncrypted: isEncrypted === true,
      facts: read.facts(facts),
      can: { oldestWriter: oldestWriter === true, versions: versions === true, copyOut: copyOut === true },
    };
  },
  facts(value: unknown): DialectFacts {
    const { version, momentMs, relations } = asObject(value);
    const pairs = Object.entries(asObject(relations)).map(([name, sql]) => [name, asText(sql)]);
    return {
      version: asText(version),
      momentMs: momentMs === null ? null : asNumber(momentMs),
      relations: Object.fromEntries(pairs),
    };
  },
  number: asNumber,
  textOrNull: (value: unknown): string | null => (value === null ? null : asText(value)),
  catalog: (value: unknown): CatalogTable[] =>
    asList(value).map((one) => {
      const { table, kind, rowsEstimate } = asObject(one);
      const names = Object.entries(asObject(table)).map(([name, text]) => [name, asText(text)]);
      return {
        table: Object.fromEntries(names),
        kind: kind === "view" ? "view" : "table",
        rowsEstimate: asEstimate(rowsEstimate),
      };
    }),
  description(value: unknown): TableDescription {
    const { columns, key, isView, sortedBy, rowsEstimate } = asObject(value);
    return {
      columns: asList(columns).map(asColumn),
      key: asList(key).map(asText),
      isView: isView === true,
      sortedBy: asList(sortedBy).map(asText),
      rowsEstimate: asEstimate(rowsEstimate),
    };
  },
  versions(value: unknown): RowVersions | null {
    if (value === null) return null;
    const { history, mark, now } = asObject(value);
    return { history: asText(history), mark: asText(mark), now: asText(now) };
  },
  answer: (value: unknown): (string | null)[][] =>
    asList(value).map((row) => asList(row).map((one) => (one === null ? null : asText(one)))),
  rows(value: unknown, width: number): Cell[][] {
    const rows = asList(value) as Cell[][];
    for (const row of rows) {
      if (!Array.isArray(row) || row.length !== width) throw new TypeError("a row has another width");
      for (let at = 0; at < width; at += 1) {
        const cell: unknown = row[at];
        if (typeof cell === "object" && cell !== null) row[at] = asOddNumber(cell);
      }
    }
    return rows;
  },
};

const FAMILIES: ReadonlySet<string> = new Set<Column["family"]>([
  ...(["boolean", "integer", "decimal", "float", "text", "date", "timestamp"] as const),
  ...(["moment", "time", "json", "list", "binary", "unsupported"] as const),
]);

function asColumn(value: unknown): Column {
  const { name, nativeType, family, nullable, comment } = asObject(value);
  if (typeof family !== "string" || !FAMILIES.has(family)) throw new TypeError("a column has no family");
  return {
    name: asText(name),
    nativeType: asText(nativeType),
    family: family as Column["family"],
    nullable: nullable !== false,
    ...(typeof comment === "string" ? { comment } : {}),
  };
}

/** JSON has no NaN and no Infinity. */
const ODD_NUMBERS: { [name: string]: number } = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  "-Infinity": Number.NEGATIVE_INFINITY,
};
function asOddNumber(value: object): number {
  const found = ODD_NUMBERS[asText(asObject(value).number)];
  if (found === undefined) throw new TypeError("a cell is no value");
  return found;
}
export const toJsonCell = (_: string, value: unknown): unknown =>
  typeof value === "number" && !Number.isFinite(value) ? { number: String(value) } : value;

function asObject(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new TypeError("no object where one is due");
  return value as Record<string, unknown>;
}
function asList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new TypeError("no list where one is due");
  return value;
}
function asText(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("no text where one is due");
  return value;
}
function asNumber(value: unknown): number {
  if (typeof value !== "number") throw new TypeError("no number where one is due");
  return value;
}
const asEstimate = (value: unknown): number | null => (typeof value === "number" ? value : null);
