import type { CatalogEntry } from "../../events/index.ts";
import { ask, recentFrom, type SeenDeps, type SeenStore } from "./seen-events.ts";

/**
 * What arrived as one property. Types are the words of a schema; samples are common values of the last 30 days. Of profiles there are
 * no times, and `recent` is how many of them have it.
 */
export type SeenProperty = {
  firstMs: number | undefined;
  lastMs: number | undefined;
  recent: number;
  types: string[];
  samples: unknown[];
};

export type Column = CatalogEntry & { column: string };

export const SAMPLES = 5;
const SAMPLED_EVENTS = 5000;
export const COLUMN_TYPES = {
  varchar: "string",
  double: "number",
  boolean: "boolean",
  json: "array",
} as const;

/**
 * The properties of one event's records, those that have a column and those in `rest`. First it is found out which columns the event
 * uses at all; only those are looked at closely.
 */
export async function findSeenProperties(
  { store, clock }: SeenDeps,
  projectId: number,
  event: string,
): Promise<Map<string, SeenProperty>> {
  const from = recentFrom(clock);
  const catalog = await store.catalog(projectId);
  const columns = catalog.filter((entry): entry is Column => entry.column !== null);
  const used = await usedColumns(store, projectId, event, columns);
  const found = new Map<string, SeenProperty>();
  if (used.length > 0) await readColumns(store, projectId, event, from, used, found);
  if (catalog.some(({ inRest }) => inRest)) await readRest(store, projectId, event, from, found);
  return found;
}

async function usedColumns(
  store: SeenStore,
  projectId: number,
  event: string,
  columns: readonly Column[],
): Promise<Column[]> {
  if (columns.length === 0) return [];
  const each = columns.map(({ column }) => `count(${column})`).join();
  const [counts = []] = await ask(store, projectId, `select ${each} from events where event = ?`, [event]);
  return columns.filter((_, index) => Number(counts[index]) > 0);
}

async function readColumns(
  store: SeenStore,
  projectId: number,
  event: string,
  from: number,
  columns: readonly Column[],
  found: Map<string, SeenProperty>,
): Promise<void> {
  const each = columns.map(({ column, type }) => {
    // A case takes a third of the time that a filter takes.
    const there = `case when ${column} is not null then time end`;
    const isList = type === "json" ? `bool_or(starts_with(${column}, '['))` : "false";
    const isObject = type === "json" ? `bool_or(starts_with(${column}, '{'))` : "false";
    return `min(${there}), max(${there}), count(case when time >= ${from} then ${column} end), ${isList}, ${isObject}`;
  });
  const [row = []] = await ask(store, projectId, `select ${each.join()} from events where event = ?`, [
    event,
  ]);
  const samples = await readSamples(store, projectId, event, from, columns);
  for (const [index, { name, type }] of columns.entries()) {
    const [firstMs, lastMs, recent, isList, isObject] = row.slice(index * 5, index * 5 + 5);
    const lists = [...(isList ? ["array"] : []), ...(isObject ? ["object"] : [])];
    found.set(name, {
      firstMs: Number(firstMs),
      lastMs: Number(lastMs),
      recent: Number(recent),
      types: type === "json" ? lists : [COLUMN_TYPES[type ?? "varchar"]],
      samples: toSamples(samples[index], type === "json"),
    });
  }
}

/** The commonest among some thousands of recent events: among all of a quarter of a million it took a second. */
export async function readSamples(
  store: Pick<SeenStore, "query">,
  projectId: number,
  event: string | undefined,
  from: number,
  columns: readonly Column[],
): Promise<unknown[]> {
  const names = columns.map(({ column }) => column).join();
  const each = columns.map(
    ({ column }) => `to_json(approx_top_k(${column}, ${SAMPLES}) filter (${column} is not null))`,
  );
  const [where, params] = event === undefined ? ["", []] : ["event = ? and ", [event]];
  const some = `select ${names} from events where ${where}time >= ? limit ${SAMPLED_EVENTS}`;
  const [row = []] = await ask(store, projectId, `select ${each.join()} from (${some})`, [...params, from]);
  return row;
}

export function toSamples(text: unknown, isJson: boolean): unknown[] {
  const values: unknown = typeof text === "string" ? JSON.parse(text) : [];
  if (!Array.isArray(values)) return [];
  const there = values.filter((value) => value !== null);
  return isJson ? there.map((value) => JSON.parse(String(value))) : there;
}

/** How the engine calls the types of JSON. */
export const JSON_TYPES: Record<string, string> = {
  VARCHAR: "string",
  BOOLEAN: "boolean",
  ARRAY: "array",
  OBJECT: "object",
  NULL: "null",
};
const POINTER = "'/' || replace(replace(name, '~', '~0'), '/', '~1')";
export const TYPE_IN_REST = `json_type(rest, ${POINTER})`;
const VALUE_IN_REST = `json_extract(rest, ${POINTER})::VARCHAR`;
/** Nobody can look at a longer one, and of the longest the store would only tell how they begin. */
const SAMPLE_BYTES_MAX = 4_096;
export const SAMPLE_IN_REST = `any_value(case when strlen(${VALUE_IN_REST}) < ${SAMPLE_BYTES_MAX} then ${VALUE_IN_REST} end)`;

async function readRest(
  store: SeenStore,
  projectId: number,
  event: string,
  from: number,
  found: Map<string, SeenProperty>,
): Promise<void> {
  const rows = await ask(
    store,
    projectId,
    `select name, ${TYPE_IN_REST} as type, min(time), max(time), count(*) filter (time >= ?),
       ${SAMPLE_IN_REST}
     from (select rest, time, unnest(json_keys(rest)) as name from events where event = ? and rest is not null)
     group by name, type order by name, type`,
    [from, event],
  );
  for (const [name, type, firstMs, lastMs, recent, sample] of rows) {
    const known = found.get(String(name));
    const word = JSON_TYPES[String(type)] ?? "number";
    found.set(String(name), {
      firstMs: Math.min(Number(firstMs), known?.firstMs ?? Number.POSITIVE_INFINITY),
      lastMs: Math.max(Number(lastMs), known?.lastMs ?? 0),
      recent: Number(recent) + (known?.recent ?? 0),
      types: [...new Set([...(known?.types ?? []), word])],
      samples: [...(known?.samples ?? []), ...(sample === null ? [] : [JSON.parse(String(sample))])].slice(
        0,
        SAMPLES,
      ),
    });
  }
}
