import type { DuckDBDataChunk } from "@duckdb/node-api";
import type { Declaration } from "../catalog.ts";
import type { Lineage, StoredEvent } from "../event.ts";
import { parseStored } from "../property-value.ts";
import { restoreIds, restoreRest, setProperty } from "../restore-event.ts";
import { INSERT_ID_SQL, ROW_KEY_SQL } from "./id-columns.ts";
import { WHOLE_REST_SQL } from "./outline.ts";
import type { ProjectState } from "./project-state.ts";
import { chunkRows } from "./read-rows.ts";

/** By `$device:…`: the user it belongs to. */
export type Links = ReadonlyMap<string, string>;

/** What is selected from `event_rows` to make events of rows. */
export const selectedColumns = (columns: readonly Declaration[]): string =>
  `event, time, sent_time, distinct_id, device_id, user_id, ${INSERT_ID_SQL}, ${ROW_KEY_SQL}, ${WHOLE_REST_SQL},
   "position", ord, received, lineage${columns.map(({ number }) => `, p${number}`).join("")}`;

export function restoreChunk(
  chunk: DuckDBDataChunk,
  columns: readonly Declaration[],
  state: ProjectState,
  links: Links,
): StoredEvent[] {
  const lineages = state.lineages.map(
    ({ source, importId, jobId, runId, generation }): Lineage => ({
      source,
      importId: importId ?? undefined,
      jobId: jobId ?? undefined,
      runId: runId ?? undefined,
      generation: generation || undefined,
    }),
  );
  return chunkRows(chunk).map((row) => restoreRow(row, columns, lineages, links));
}

const FIXED = 13;
const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

function restoreRow(
  row: unknown[],
  columns: readonly Declaration[],
  lineages: readonly Lineage[],
  links: Links,
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
  if (typeof rest === "string" && rest !== "") restoreRest(properties, rest);
  const known = lineages[Number(lineage) - 1];
  if (known === undefined) throw new Error(`there is no lineage ${lineage}`);
  const ids = restoreIds(String(distinctId), text(userId), text(deviceId));
  return {
    event: String(event),
    timeMs: Number(time),
    sentTimeMs: sent === null ? null : Number(sent),
    ...ids,
    resolvedId: links.get(ids.distinctId) ?? ids.distinctId,
    insertId: text(insertId),
    rowKey: text(rowKey),
    receivedMs: Number(received),
    position: Number(position),
    order: Number(ord),
    lineage: known,
    properties,
  };
}
