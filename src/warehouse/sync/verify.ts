import type { ProjectScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { ConnectorError, type Session } from "../connector.ts";
import type { WarehouseDeps } from "../deps.ts";
import { findImport } from "../imports/change-imports.ts";
import { type Refusal, refusal, refusalOf } from "../refusal.ts";
import { openSource } from "../sources/open-source.ts";
import { sourcesStore } from "../sources/sources-store.ts";
import type { Run, WarehouseImport } from "../types.ts";
import { compareBuckets, groupBuckets } from "./compare-buckets.ts";
import { digestRows } from "./digest-rows.ts";
import { planEvents } from "./event-plan.ts";
import { type EventSync, eventSync, relationOf, windowOf } from "./event-sync.ts";
import { catchUp } from "./generations.ts";
import { idsOf } from "./row-ids.ts";
import { readSql } from "./select.ts";
import { StoredGroup } from "./stored-group.ts";
import { companyProperty, nameOf } from "./table-sync.ts";
import { Tracker } from "./tracker.ts";

/** A row that one side has and the other has not, by what names it: its key, where it has one. */
export type Difference = { side: "warehouse" | "store"; row_key: string; key: Record<string, string> | null };
export type Verification = {
  equal: boolean;
  as_of: string;
  rows_warehouse: number;
  rows_stored: number;
  differences: Difference[];
  /** There are more than are listed. */
  cut: boolean;
};

const DIFFERENCES_MAX = 100;
const VERIFY_TIMEOUT_MS = 600_000;

/** Compares both sides part by part, in one state of the warehouse, and names the rows that differ. Nothing is changed. */
export async function verifyImport(
  deps: WarehouseDeps,
  scope: ProjectScope,
  importId: number,
): Promise<Result<Verification, Refusal>> {
  const one = await findImport(deps, scope, importId);
  if (!one.ok) return one;
  if (one.value.kind !== "event_stream") {
    return fail(
      refusal("sync_mode_unsupported", "Only imports of events can be verified row by row so far."),
    );
  }
  const source = await sourcesStore(deps.db).find(scope.projectId, one.value.sourceId);
  if (source === undefined) return fail(refusal("unknown_source", "The source of this import was deleted."));
  const signal = AbortSignal.timeout(VERIFY_TIMEOUT_MS);
  try {
    const session = await openSource(deps, source, { signal, statementTimeoutMs: VERIFY_TIMEOUT_MS });
    try {
      await session.begin();
      return ok(await compare(deps, one.value, source.type, session, signal));
    } finally {
      await session.close();
    }
  } catch (cause) {
    if (signal.aborted && !(cause instanceof ConnectorError)) {
      return fail({
        ...refusal("store_unavailable", "The comparison took too long; come again when less is going on."),
        retryAfterS: 60,
      });
    }
    return fail(refusalOf(cause, "import_id"));
  }
}

async function compare(
  deps: WarehouseDeps,
  one: WarehouseImport,
  type: string,
  session: Session,
  signal: AbortSignal,
): Promise<Verification> {
  const asOf = new Date(await session.now()).toISOString();
  const described = await session.describe(one.table);
  const plan = planEvents(described, one.mapping, nameOf(one), await companyProperty(deps, one.projectId));
  const run = { id: "", startedAt: null, createdAt: new Date(deps.clock.now()) } as Run;
  const sync = eventSync({
    deps,
    run,
    import: one,
    source: { type },
    session,
    plan,
    tracker: new Tracker(deps, run),
    signal,
  });
  await catchUp(sync);
  const relation = relationOf(sync, windowOf(sync));
  const comparison = await compareBuckets(sync, relation);
  const differences: Difference[] = [];
  for (const buckets of groupBuckets(comparison)) {
    await compareGroup(sync, comparison.bits, buckets, differences);
    if (differences.length > DIFFERENCES_MAX) break;
  }
  return {
    equal: comparison.differing.length === 0,
    as_of: asOf,
    rows_warehouse: comparison.rows,
    rows_stored: comparison.storedRows,
    differences: differences.slice(0, DIFFERENCES_MAX),
    cut: differences.length > DIFFERENCES_MAX,
  };
}

async function compareGroup(
  sync: EventSync,
  bits: number,
  buckets: number[],
  differences: Difference[],
): Promise<void> {
  const { plan, session, import: one } = sync;
  const group = new StoredGroup(await sync.stored.rowKeys(bits, buckets));
  const reading = readSql(relationOf(sync, windowOf(sync)), plan.columns, {
    columns: sync.digestColumns,
    buckets: { bits, only: buckets },
  });
  for await (const rows of digestRows(session, reading, plan.columns.length)) {
    for (const { digest, cells: cellsOf } of rows) {
      const nth = group.match(digest);
      if (nth === undefined || differences.length > DIFFERENCES_MAX) continue;
      const cells = cellsOf();
      const key = Object.fromEntries(plan.key.map((at) => [plan.columns[at]?.name ?? "", String(cells[at])]));
      const { rowKey } = idsOf(one.id, plan, cells, digest, nth);
      differences.push({ side: "warehouse", row_key: rowKey, key: plan.key.length === 0 ? null : key });
    }
  }
  for (const rowKey of group.left()) {
    if (differences.length > DIFFERENCES_MAX) return;
    differences.push({ side: "store", row_key: rowKey, key: null });
  }
}
