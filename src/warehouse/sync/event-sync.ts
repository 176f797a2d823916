import type { Lineage } from "../../events/index.ts";
import type { Cell, Column, Session } from "../connector.ts";
import type { WarehouseDeps } from "../deps.ts";
import type { Run, WarehouseImport, WarehouseSource } from "../types.ts";
import type { EventPlan } from "./event-plan.ts";
import { placedNames } from "./lines/text-mapper.ts";
import { eventMapper, lostProperties, type MapOptions, type MappedEvent } from "./map-event.ts";
import { digestOf, idsOf, Ordinals, type RowIds } from "./row-ids.ts";
import { type Bounds, findRepeated, type Relation, readSql, whereSql } from "./select.ts";
import { Sender } from "./sender.ts";
import { type StoredRows, storedRows } from "./stored-rows.ts";
import type { Tracker } from "./tracker.ts";

/** One run over a table of events: what all sync modes share. */
export type EventSync = {
  deps: WarehouseDeps;
  run: Run;
  import: WarehouseImport;
  session: Session;
  plan: EventPlan;
  /** What a digest is made of: all that becomes part of an event, and what names a row. */
  digestColumns: readonly Column[];
  stored: StoredRows;
  tracker: Tracker;
  signal: AbortSignal;
  calledOff: AbortSignal;
  /** What all events of the run have. */
  common: Readonly<Record<string, string | number | boolean>>;
  mapOptions: MapOptions;
  map(row: readonly Cell[], insertId: string): MappedEvent;
};

export type SyncParts = {
  deps: WarehouseDeps;
  run: Run;
  import: WarehouseImport;
  source: Pick<WarehouseSource, "type">;
  session: Session;
  plan: EventPlan;
  tracker: Tracker;
  signal: AbortSignal;
  calledOff: AbortSignal;
};

export function eventSync({ source, ...parts }: SyncParts): EventSync {
  const { deps, run, import: one, plan, tracker, signal } = parts;
  const startedMs = (run.startedAt ?? run.createdAt).getTime();
  for (const name of lostProperties(plan)) tracker.warn("property_collision", name);
  const mapOptions: MapOptions = {
    // Said once a batch, `common`.
    defaults: {},
    // The same for every attempt of the run, so that what is read twice is the same event.
    missingTimeMs: one.syncMode === "full_sync" ? null : startedMs,
    warn: (code, column) => tracker.warn(code, column),
    noteCollision: (property) => tracker.warn("property_collision", property),
  };
  return {
    ...parts,
    digestColumns: plan.columns,
    stored: storedRows(deps, one.projectId, one.id, signal),
    common: defaultsOf(one, source.type, run.id),
    mapOptions,
    map: eventMapper(plan, mapOptions),
  };
}

/** On every imported event; filters use these names. */
export const defaultsOf = (one: WarehouseImport, type: string, runId: string): EventSync["common"] => ({
  $import: true,
  $source: "warehouse-import",
  $warehouse_import_id: one.id,
  $warehouse_import_job_id: one.jobId,
  $warehouse_import_run_id: runId,
  $warehouse_type: type,
  $warehouse_table: one.table.table ?? one.table.path ?? "",
});

export const relationOf = ({ session, import: one }: EventSync, bounds: Bounds): Relation => ({
  session,
  table: session.dialect.table(one.table),
  where: whereSql(session.dialect, bounds),
});

export const windowOf = ({ import: { mapping }, plan }: EventSync): Pick<Bounds, "window"> =>
  mapping.sync_window === null ? {} : { window: { column: plan.time.column, ...mapping.sync_window } };

export type ReadRow = { cells: Cell[]; ids: RowIds };

/** Where no two rows have the same key none are equal. */
export async function ordinalsOf({ plan, digestColumns }: EventSync, relation: Relation): Promise<Ordinals> {
  return new Ordinals(plan.keyIsUnique ? new Map() : await findRepeated(relation, digestColumns));
}

/** The rows of a relation, each with what it is known by, in pieces. */
export async function* readRows(
  sync: EventSync,
  relation: Relation,
  ordinals: Ordinals,
): AsyncGenerator<ReadRow[]> {
  const { plan, session, import: one, digestColumns } = sync;
  const { sql, columns } = readSql(relation, plan.columns, { columns: digestColumns });
  const width = plan.columns.length;
  for await (const rows of session.stream(sql, columns)) {
    yield rows.map((cells) => {
      const digest = digestOf(cells, width);
      return { cells, ids: idsOf(one.id, plan, cells, digest, ordinals.next(digest)) };
    });
  }
}

/** `generation` past the one shown: nobody sees these rows before it is. */
export function senderOf(sync: EventSync, generation: number): Sender {
  const { deps, run, import: one, common, tracker, signal, calledOff, plan } = sync;
  const lineage: Lineage = {
    source: "warehouse",
    importId: String(one.id),
    jobId: one.jobId,
    runId: run.id,
    generation,
  };
  const scope = {
    projectId: one.projectId,
    lineage,
    common,
    names: placedNames(plan),
    eventName: plan.eventName,
  };
  return new Sender(deps, scope, tracker, { signal, calledOff });
}
