import type { DuckDBConnection } from "@duckdb/node-api";
import { parseStored } from "../property-value.ts";
import type { EventNameCount, PropertyNameCount, ValueCount, Window } from "../store.ts";
import { ADDED_PROPERTIES, LINEAGE_PROPERTIES, WITH_LINEAGE } from "./added-properties.ts";
import { LONG_TEXT_BYTES } from "./long-texts.ts";
import { mayBeInRest, type ProjectState } from "./project-state.ts";
import { type Bound, readRows } from "./read-rows.ts";

type Within = { sql: string; params: Bound };

const within = ({ fromMs, beforeMs, event }: Window & { event?: string }): Within => ({
  sql: `time >= ? and time < ?${event === undefined ? "" : " and event = ?"}`,
  params: event === undefined ? [fromMs, beforeMs] : [fromMs, beforeMs, event],
});

/** The most frequent first. */
export async function readEventNames(reader: DuckDBConnection, window: Window): Promise<EventNameCount[]> {
  const { sql, params } = within(window);
  const rows = await readRows(
    reader,
    `select event, count(*) as events, max(time) from events where ${sql} group by event order by events desc, event`,
    params,
  );
  return rows.map(([event, count, lastMs]) => ({
    event: String(event),
    count: Number(count),
    lastMs: Number(lastMs),
  }));
}

/** How many events have each property, those with a value in its column and those with one in `rest`. */
export async function readPropertyNames(
  reader: DuckDBConnection,
  state: ProjectState,
  of: Window & { event?: string },
): Promise<PropertyNameCount[]> {
  const { sql, params } = within(of);
  const counts = new Map<string, number>();
  const add = (name: string, count: number) => counts.set(name, (counts.get(name) ?? 0) + count);
  const columns = state.catalog.since(0);
  if (columns.length > 0) {
    const each = columns.map(({ number }) => `count(p${number})`).join();
    const [found = []] = await readRows(reader, `select ${each} from events where ${sql}`, params);
    for (const [index, { name }] of columns.entries()) add(name, Number(found[index]));
  }
  if (state.restNames.size > 0) {
    const found = await readRows(
      reader,
      `select name, count(*) from (select unnest(json_keys(rest)) as name from events where ${sql} and rest is not null)
       group by name`,
      params,
    );
    for (const [name, count] of found) add(String(name), Number(count));
  }
  const added = LINEAGE_PROPERTIES.map(([, value]) => `count(${value})`).join();
  const [found = []] = await readRows(reader, `select ${added} from ${WITH_LINEAGE} where ${sql}`, params);
  for (const [index, [name]] of LINEAGE_PROPERTIES.entries()) {
    counts.set(name, Math.max(counts.get(name) ?? 0, Number(found[index])));
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .filter(({ count }) => count > 0)
    .sort((left, right) => right.count - left.count || (left.name < right.name ? -1 : 1));
}

/**
 * The most frequent values, without those that are long. A column holds all values of its type that are not long, and `rest` all others, so no value is in both places,
 * and the top of each is enough to know the top of both.
 */
export async function readTopValues(
  reader: DuckDBConnection,
  state: ProjectState,
  { property, limit, ...of }: Window & { property: string; event?: string; limit: number },
): Promise<ValueCount[]> {
  const { sql, params } = within(of);
  const added = ADDED_PROPERTIES.get(property);
  const column = added === undefined ? state.catalog.find(property) : undefined;
  const values: ValueCount[] = [];
  const top = async (value: string, where: string, bound: Bound, read: (value: unknown) => unknown) => {
    const rows = await readRows(
      reader,
      `select ${value} as value, count(*) as events from ${WITH_LINEAGE} where ${where} and value is not null
       group by value order by events desc, value limit ${Math.trunc(limit)}`,
      bound,
    );
    for (const [found, count] of rows) values.push({ value: read(found), count: Number(count) });
  };
  if (added !== undefined) await top(added, sql, params, (value) => value);
  if (column !== undefined) {
    const read =
      column.type === "json" ? (value: unknown) => parseStored(String(value)) : (value: unknown) => value;
    await top(`p${column.number}`, sql, params, read);
  }
  if (added === undefined && mayBeInRest(state, property)) {
    const read = (value: unknown) => parseStored(String(value));
    // No menu can show a long text, and to tell the commonest of them all would have to be held in memory.
    const where = `rest is not null and ${sql} and strlen(value) < ${LONG_TEXT_BYTES}`;
    await top("json_extract(rest, ?)::VARCHAR", where, [pointer(property), ...params], read);
  }
  return values.sort((left, right) => right.count - left.count).slice(0, limit);
}

/** A JSON pointer: unlike a path it has a way to say every name. */
const pointer = (name: string): string => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
