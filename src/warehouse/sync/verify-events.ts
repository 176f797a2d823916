import type { Run } from "../types.ts";
import { compareBuckets, groupBuckets } from "./compare-buckets.ts";
import type { Differences } from "./differences.ts";
import { digestRows } from "./digest-rows.ts";
import { planEvents } from "./event-plan.ts";
import { type EventSync, eventSync, relationOf, windowOf } from "./event-sync.ts";
import { idsOf } from "./row-ids.ts";
import { readSql } from "./select.ts";
import { StoredGroup } from "./stored-group.ts";
import { companyProperty, nameOf } from "./table-sync.ts";
import { Tracker } from "./tracker.ts";
import type { Sides, Verifying } from "./verifying.ts";

/** Sums of digests of both sides, part by part; the rows of parts that differ are then compared one by one. */
export async function compareEvents(verifying: Verifying): Promise<Sides> {
  const { deps, import: one, type, session, described, signal, differences } = verifying;
  const plan = planEvents(described, one.mapping, nameOf(one), await companyProperty(deps, one.projectId));
  const createdAt = new Date(deps.clock.now());
  const run = {
    id: "",
    startedAt: null,
    createdAt,
    rowsTotal: null,
    warnings: [],
    log: [],
  } as unknown as Run;
  const sync = eventSync({
    ...{ deps, run, import: one, source: { type }, session, plan, signal, calledOff: signal },
    tracker: new Tracker(deps, run),
  });
  const comparison = await compareBuckets(sync, relationOf(sync, windowOf(sync)));
  for (const buckets of groupBuckets(comparison)) {
    await compareGroup(sync, comparison.bits, buckets, differences);
    if (differences.isCut) break;
  }
  const { rows, storedRows } = comparison;
  const copies = await sync.stored.copies();
  return { isEqual: comparison.differing.length === 0, rows, storedRows, copies: copies.rows };
}

async function compareGroup(
  sync: EventSync,
  bits: number,
  buckets: number[],
  differences: Differences,
): Promise<void> {
  const { plan, session, import: one } = sync;
  const group = new StoredGroup(await sync.stored.rowKeys(bits, buckets), () => !plan.keyIsUnique);
  const reading = readSql(relationOf(sync, windowOf(sync)), plan.columns, {
    columns: sync.digestColumns,
    buckets: { bits, only: buckets },
  });
  for await (const rows of digestRows(session, reading, plan.columns.length)) {
    for (const { digest, cells: cellsOf } of rows) {
      const nth = group.match(digest);
      if (nth === undefined) continue;
      const cells = cellsOf();
      const key = Object.fromEntries(plan.key.map((at) => [plan.columns[at]?.name ?? "", String(cells[at])]));
      const { rowKey } = idsOf(one.id, plan, cells, digest, nth);
      differences.add({
        ...{ side: "warehouse", row_key: rowKey, properties: null },
        key: plan.key.length === 0 ? null : key,
      });
      // Nothing more would be listed, and to remember every row that is not stored takes more memory than there may be.
      if (differences.isCut) return;
    }
  }
  for (const rowKey of group.left()) {
    if (differences.isCut) return;
    differences.add({ side: "store", row_key: rowKey, key: null, properties: null });
  }
}
