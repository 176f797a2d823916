import type { DuckDBDataChunk } from "@duckdb/node-api";
import type { Declaration } from "../catalog.ts";
import type { Lineage, StoredEvent } from "../event.ts";
import { parseStored } from "../property-value.ts";
import { restoreIds, restoreRest, setProperty } from "../restore-event.ts";
import type { ScanOptions } from "../store.ts";
import type { ProjectFile } from "./project-file.ts";
import { bindable, chunkRows } from "./read-rows.ts";
import { STATE } from "./schema.ts";
import { type Axis, type Slice, sliceRows, type Where } from "./slice-rows.ts";

/** Sorted at a time. A slice of everything would have to be sorted on disk, and would hold up one view of the file. */
const SLICE_ROWS = 50_000;
/** Of long rows. With the others that DuckDB hands over beside them, 16 MiB are in memory at a time. */
const SLICE_BYTES = 8 * 1024 * 1024;

/** Yields the events of slices one after the other; each slice is one question, and none holds what another has. */
export async function* scanEvents(
  file: ProjectFile,
  { fromMs, beforeMs, events, order = "time", signal }: ScanOptions,
): AsyncGenerator<StoredEvent[]> {
  const where = conditions(fromMs, beforeMs, events);
  const axes: Axis[] = order === "time" ? ["time", '"position"', "ord"] : ['"position"', "ord"];
  const slicing = { axes, where, rowsMax: SLICE_ROWS, bytesMax: SLICE_BYTES };
  for await (const slice of sliceRows(file, slicing)) {
    signal?.throwIfAborted();
    yield* scanSlice(file, axes, where, slice, signal);
  }
}

function conditions(
  fromMs: number | undefined,
  beforeMs: number | undefined,
  events?: readonly string[],
): Where {
  const parts = [`state = ${STATE.visible}`];
  const params: (string | number)[] = [];
  const add = (sql: string, ...values: (string | number)[]) => {
    parts.push(sql);
    params.push(...values);
  };
  if (fromMs !== undefined) add("time >= ?", fromMs);
  if (beforeMs !== undefined) add("time < ?", beforeMs);
  if (events !== undefined) add(`event in (${["null", ...events.map(() => "?")].join()})`, ...events);
  return { sql: parts.join(" and "), params };
}

async function* scanSlice(
  file: ProjectFile,
  axes: readonly Axis[],
  where: Where,
  slice: Slice,
  signal: AbortSignal | undefined,
): AsyncGenerator<StoredEvent[]> {
  const columns = file.state.catalog.since(0);
  const reader = await file.work(() => file.openReader());
  const interrupt = () => reader.interrupt();
  signal?.addEventListener("abort", interrupt);
  try {
    const stream = await file.work(() =>
      reader.stream(
        `select event, time, sent_time, distinct_id, device_id, user_id, insert_id, row_key, rest, "position", ord, received,
         lineage${columns.map(({ number }) => `, p${number}`).join("")}
       from event_rows where ${where.sql} and ${slice} order by ${axes.join()}`,
        bindable(where.params),
      ),
    );
    for (let chunk = await file.work(() => stream.fetchChunk()); chunk !== null && chunk.rowCount > 0; ) {
      yield restoreChunk(chunk, columns, file);
      signal?.throwIfAborted();
      chunk = await file.work(() => stream.fetchChunk());
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener("abort", interrupt);
    await file.closeReader(reader);
  }
}

function restoreChunk(
  chunk: DuckDBDataChunk,
  columns: readonly Declaration[],
  file: ProjectFile,
): StoredEvent[] {
  const lineages = file.state.lineages.map(
    ({ source, importId, jobId, runId, generation }): Lineage => ({
      source,
      importId: importId ?? undefined,
      jobId: jobId ?? undefined,
      runId: runId ?? undefined,
      generation: generation || undefined,
    }),
  );
  return chunkRows(chunk).map((row) => restoreRow(row, columns, lineages));
}

const FIXED = 13;
const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

function restoreRow(
  row: unknown[],
  columns: readonly Declaration[],
  lineages: readonly Lineage[],
): StoredEvent {
  const [
    event,
    time,
    sent,
    distinctId,
    deviceId,
    userId,
    insertId,
    rowKey,
    rest,
    position,
    ord,
    received,
    lineage,
  ] = row;
  const properties: StoredEvent["properties"] = {};
  for (const [index, { name, type }] of columns.entries()) {
    const value = row[FIXED + index];
    if (value === null || value === undefined) continue;
    setProperty(properties, name, type === "json" ? parseStored(String(value)) : (value as string));
  }
  if (rest !== null) restoreRest(properties, String(rest));
  const known = lineages[Number(lineage) - 1];
  if (known === undefined) throw new Error(`there is no lineage ${lineage}`);
  return {
    event: String(event),
    timeMs: Number(time),
    sentTimeMs: sent === null ? null : Number(sent),
    ...restoreIds(String(distinctId), text(userId), text(deviceId)),
    insertId: text(insertId),
    rowKey: text(rowKey),
    receivedMs: Number(received),
    position: Number(position),
    order: Number(ord),
    lineage: known,
    properties,
  };
}
