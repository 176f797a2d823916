import type { EventStore, PropertyValue } from "../events/index.ts";
import { isRawJson } from "../platform/raw-json.ts";

/** What reports need of lookup tables; `cli` fills it. */
export type Lookups = {
  /** By property: the table it is looked up in. */
  tablesOf(projectId: number, subject: "event" | "profile"): Promise<Map<string, string>>;
  lookUp: EventStore["lookUp"];
  /** What a key leads to in a table. Undefined: it was never filled. */
  columnsOf(projectId: number, tableId: string): Promise<readonly string[] | undefined>;
};

type Row = Readonly<Record<string, PropertyValue>>;

/** Asked for at once. */
const KEYS_AT_ONCE = 5_000;

/** The keys a value is looked up by: its text, and of a list that of each item. Objects have none. */
export function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => (Array.isArray(item) ? [] : keysOf(item)));
  if (typeof value === "string") return [value];
  if (isRawJson(value)) return [value.rawJSON];
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint")
    return [String(value)];
  return [];
}

/** Rows of a table by key, looked up many at a time and remembered. Null: there is none. */
export async function lookUpAll(
  lookups: Pick<Lookups, "lookUp">,
  projectId: number,
  tableId: string,
  keys: Iterable<string>,
  known: Map<string, Row | null>,
): Promise<void> {
  const wanted = [...new Set(keys)].filter((key) => !known.has(key));
  for (let at = 0; at < wanted.length; at += KEYS_AT_ONCE) {
    const some = wanted.slice(at, at + KEYS_AT_ONCE);
    const found = await lookups.lookUp(projectId, tableId, some);
    for (const key of some) known.set(key, found.get(key) ?? null);
  }
}

/** A column of the row a value leads to; of a list, that of each item that leads to one. */
export function joinedValue(value: unknown, column: string, rows: ReadonlyMap<string, Row | null>): unknown {
  const find = (key: string) => {
    const row = rows.get(key);
    return row && Object.hasOwn(row, column) ? row[column] : undefined;
  };
  const keys = keysOf(value);
  if (!Array.isArray(value)) return keys[0] === undefined ? undefined : find(keys[0]);
  const found = keys.map(find).filter((item) => item !== undefined);
  return found.length === 0 ? undefined : found;
}
