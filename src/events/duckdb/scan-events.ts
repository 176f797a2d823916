import { isWhole } from "../../platform/duckdb-whole.ts";
import type { StoredEvent } from "../event.ts";
import type { ScanOptions } from "../store.ts";
import type { ProjectFile } from "./project-file.ts";
import { readLinksOf } from "./read-links.ts";
import { bindable } from "./read-rows.ts";
import { restoreChunk, selectedColumns } from "./restore-rows.ts";
import { rowConditions } from "./row-conditions.ts";
import { type Axis, type Slice, sliceRows, type Where } from "./slice-rows.ts";

/** Sorted at a time. A slice of everything would have to be sorted on disk, and would hold up one view of the file. */
const SLICE_ROWS = 50_000;
/** Of long rows. With the others that DuckDB hands over beside them, 16 MiB are in memory at a time. */
const SLICE_BYTES = 8 * 1024 * 1024;

/** Yields the events of slices one after the other; each slice is one question, and none holds what another has. */
export async function* scanEvents(
  file: ProjectFile,
  { order = "time", signal, ...filter }: ScanOptions,
): AsyncGenerator<StoredEvent[]> {
  const where = rowConditions(filter);
  const axes: Axis[] = order === "time" ? ["time", '"position"', "ord"] : ['"position"', "ord"];
  const slicing = { axes, where, rowsMax: SLICE_ROWS, bytesMax: SLICE_BYTES };
  for await (const slice of sliceRows(file, slicing)) {
    signal?.throwIfAborted();
    yield* scanSlice(file, axes, where, slice, signal);
  }
}

async function* scanSlice(
  file: ProjectFile,
  axes: readonly Axis[],
  where: Where,
  slice: Slice,
  signal: AbortSignal | undefined,
): AsyncGenerator<StoredEvent[]> {
  const { state } = file;
  const columns = state.catalog.since(0);
  const rows = { sql: `${where.sql} and ${slice}`, params: where.params };
  const reader = await file.work(() => file.openReader());
  const interrupt = () => reader.interrupt();
  signal?.addEventListener("abort", interrupt);
  try {
    const links = await file.work(() => readLinksOf(reader, rows, state));
    const stream = await file.work(() =>
      reader.stream(
        `select ${selectedColumns(columns)} from event_rows where ${rows.sql} order by ${axes.join()}`,
        bindable(rows.params),
      ),
    );
    for (let chunk = await file.work(() => stream.fetchChunk()); chunk !== null && chunk.rowCount > 0; ) {
      yield restoreChunk(chunk, columns, file.state, links);
      signal?.throwIfAborted();
      chunk = await file.work(() => stream.fetchChunk());
    }
    signal?.throwIfAborted();
    if (!isWhole(stream)) throw new Error("DuckDB broke off reading events");
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener("abort", interrupt);
    await file.closeReader(reader);
  }
}
