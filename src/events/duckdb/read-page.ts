import type { DuckDBConnection } from "@duckdb/node-api";
import type { StoredEvent } from "../event.ts";
import type { EventPage, EventPlace, PageOptions } from "../store.ts";
import type { ProjectState } from "./project-state.ts";
import { readLinksOf } from "./read-links.ts";
import { bindable, readRows } from "./read-rows.ts";
import { restoreChunk, selectedColumns } from "./restore-rows.ts";
import { rowConditions } from "./row-conditions.ts";
import type { Where } from "./slice-rows.ts";

/** Of long rows: a page of the longest would fill the memory. */
const PAGE_BYTES = 8 * 1024 * 1024;

/**
 * First where the rows are, then the rows: sorting them whole would read every column of all that a person ever did.
 */
export async function readPage(
  reader: DuckDBConnection,
  state: ProjectState,
  { after, newestFirst = false, limit, ...filter }: PageOptions,
): Promise<EventPage> {
  const where = after ? past(rowConditions(filter), after, newestFirst) : rowConditions(filter);
  const found = await findPlaces(reader, where, newestFirst, limit + 1);
  const places = cutPage(found, limit);
  return { events: await readEvents(reader, state, places), more: found.length > places.length };
}

/** The events at places that a question found. */
export async function readPlaces(
  reader: DuckDBConnection,
  state: ProjectState,
  places: readonly EventPlace[],
): Promise<EventPage> {
  if (places.length === 0) return { events: [], more: false };
  const wide = await readRows(
    reader,
    `select "position", ord, bytes from wide_rows where ("position", ord) in (${listOf(places)})`,
  );
  const bytesOf = new Map(wide.map(([position, order, bytes]) => [`${position} ${order}`, Number(bytes)]));
  const sized = places.map((place) => ({
    ...place,
    bytes: bytesOf.get(`${place.position} ${place.order}`) ?? 0,
  }));
  const page = cutPage(sized, places.length);
  return { events: await readEvents(reader, state, page), more: page.length < places.length };
}

const listOf = (places: readonly EventPlace[]): string =>
  places.map(({ position, order }) => `(${position}, ${order})`).join();

type SizedPlace = EventPlace & { bytes: number };

const orderOf = (newestFirst: boolean): string =>
  ["time", '"position"', "ord"].map((axis) => `${axis} ${newestFirst ? "desc" : "asc"}`).join();

function past({ sql, params }: Where, { timeMs, position, order }: EventPlace, newestFirst: boolean): Where {
  const sign = newestFirst ? "<" : ">";
  // The first part alone lets DuckDB pass over row groups of other times.
  return {
    sql: `${sql} and time ${sign}= ? and (time ${sign} ? or "position" ${sign} ? or ("position" = ? and ord ${sign} ?))`,
    params: [...params, timeMs, timeMs, position, position, order],
  };
}

async function findPlaces(
  reader: DuckDBConnection,
  { sql, params }: Where,
  newestFirst: boolean,
  limit: number,
): Promise<SizedPlace[]> {
  const rows = await readRows(
    reader,
    `select time, "position", ord, coalesce(bytes, 0) from (select time, "position", ord from event_rows where ${sql}
       order by ${orderOf(newestFirst)} limit ${limit})
     left join wide_rows using ("position", ord) order by ${orderOf(newestFirst)}`,
    params,
  );
  return rows.map(([time, position, order, bytes]) => ({
    timeMs: Number(time),
    position: Number(position),
    order: Number(order),
    bytes: Number(bytes),
  }));
}

/** At least one: a page that is empty would be the last. */
function cutPage(places: readonly SizedPlace[], limit: number): SizedPlace[] {
  const page: SizedPlace[] = [];
  let bytes = 0;
  for (const place of places) {
    bytes += place.bytes;
    if (page.length === limit || (page.length > 0 && bytes > PAGE_BYTES)) break;
    page.push(place);
  }
  return page;
}

async function readEvents(
  reader: DuckDBConnection,
  state: ProjectState,
  places: readonly EventPlace[],
): Promise<StoredEvent[]> {
  if (places.length === 0) return [];
  const columns = state.catalog.since(0);
  const times = places.map(({ timeMs }) => timeMs);
  const rows = {
    sql: `${rowConditions({}).sql} and time between ? and ? and ("position", ord) in (${listOf(places)})`,
    params: [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))],
  };
  const links = await readLinksOf(reader, rows, state);
  const result = await reader.run(
    `select ${selectedColumns(columns)} from event_rows where ${rows.sql}`,
    bindable(rows.params),
  );
  const chunks = await result.fetchAllChunks();
  const events = chunks.flatMap((chunk) => restoreChunk(chunk, columns, state, links));
  const placeOf = new Map(places.map(({ position, order }, index) => [`${position} ${order}`, index]));
  const rank = ({ position, order }: StoredEvent): number => placeOf.get(`${position} ${order}`) ?? 0;
  return events.sort((left, right) => rank(left) - rank(right));
}
