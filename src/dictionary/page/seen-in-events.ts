import type { CatalogEntry } from "../../events/index.ts";
import { rememberSeen } from "./remember-seen.ts";
import { ask, recentFrom, type SeenDeps, type SeenStore } from "./seen-events.ts";
import {
  COLUMN_TYPES,
  type Column,
  JSON_TYPES,
  readSamples,
  SAMPLE_IN_REST,
  SAMPLES,
  TYPE_IN_REST,
  toSamples,
} from "./seen-properties.ts";

/** What arrived as one property of one event in the last 30 days. */
export type SeenInEvent = { recent: number; lastMs: number; types: readonly string[] };
export type SeenInEvents = {
  /** By event, then by property. */
  byEvent: ReadonlyMap<string, ReadonlyMap<string, SeenInEvent>>;
  /** Common values by property, whichever event had them. */
  samples: ReadonlyMap<string, readonly unknown[]>;
};

type Found = { byEvent: Map<string, Map<string, SeenInEvent>>; samples: Map<string, unknown[]> };

/** The columns that one question looks at: of two thousand at once each event's line would hold thousands of figures. */
const COLUMNS_AT_ONCE = 200;
const MEMORY = { projectsMax: 10, heldMs: 10_000 };

/** All properties of all events of the last 30 days. */
export const createSeenInEvents = (deps: SeenDeps) =>
  rememberSeen(deps, MEMORY, async (projectId): Promise<SeenInEvents> => {
    const { store, clock } = deps;
    const from = recentFrom(clock);
    const catalog = await store.catalog(projectId);
    const columns = catalog.filter((entry: CatalogEntry): entry is Column => entry.column !== null);
    const found: Found = { byEvent: new Map(), samples: new Map() };
    for (let first = 0; first < columns.length; first += COLUMNS_AT_ONCE)
      await readColumns(store, projectId, from, columns.slice(first, first + COLUMNS_AT_ONCE), found);
    if (catalog.some(({ inRest }) => inRest)) await readRest(store, projectId, from, found);
    return found;
  });

const FIGURES = 4;

async function readColumns(
  store: SeenStore,
  projectId: number,
  from: number,
  columns: readonly Column[],
  found: Found,
): Promise<void> {
  const each = columns.map(({ column, type }) => {
    const begins = (sign: string) =>
      type === "json" ? `bool_or(starts_with(${column}, '${sign}'))` : "false";
    const last = `max(case when ${column} is not null then time end)`;
    return `count(${column}), ${last}, ${begins("[")}, ${begins("{")}`;
  });
  const sql = `select event, ${each.join()} from events where time >= ? group by event`;
  const rows = await ask(store, projectId, sql, [from]);
  const samples = await readSamples(store, projectId, undefined, from, columns);
  for (const [index, { name, type }] of columns.entries()) {
    for (const [event, ...figures] of rows) {
      const [recent, lastMs, isList, isObject] = figures.slice(index * FIGURES);
      if (Number(recent) === 0) continue;
      const lists = [...(isList ? ["array"] : []), ...(isObject ? ["object"] : [])];
      const types = type === "json" ? lists : [COLUMN_TYPES[type ?? "varchar"]];
      note(found, String(event), name, { recent: Number(recent), lastMs: Number(lastMs), types });
    }
    found.samples.set(name, toSamples(samples[index], type === "json"));
  }
}

async function readRest(store: SeenStore, projectId: number, from: number, found: Found): Promise<void> {
  const rows = await ask(
    store,
    projectId,
    `select event, name, ${TYPE_IN_REST} as type, max(time), count(*), ${SAMPLE_IN_REST}
     from (select event, rest, time, unnest(json_keys(rest)) as name from events where time >= ? and rest is not null)
     group by event, name, type order by event, name, type`,
    [from],
  );
  for (const [event, property, type, lastMs, recent, sample] of rows) {
    const name = String(property);
    const types = [JSON_TYPES[String(type)] ?? "number"];
    note(found, String(event), name, { recent: Number(recent), lastMs: Number(lastMs), types });
    const samples = found.samples.get(name) ?? [];
    if (samples.length < SAMPLES && sample !== null)
      found.samples.set(name, [...samples, JSON.parse(String(sample))]);
  }
}

/** A property may have values in its column and others in `rest`. */
function note({ byEvent }: Found, event: string, property: string, seen: SeenInEvent): void {
  const properties = byEvent.get(event) ?? new Map<string, SeenInEvent>();
  const known = properties.get(property);
  byEvent.set(event, properties);
  properties.set(property, {
    recent: seen.recent + (known?.recent ?? 0),
    lastMs: Math.max(seen.lastMs, known?.lastMs ?? 0),
    types: [...new Set([...(known?.types ?? []), ...seen.types])],
  });
}
