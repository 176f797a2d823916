import type { TextRows } from "../connector.ts";
import { digestAt } from "./digest-rows.ts";
import { type EventSync, ordinalsOf, readRows } from "./event-sync.ts";
import { type TextMapper, textMapper } from "./lines/text-mapper.ts";
import { idsOf, type Ordinals } from "./row-ids.ts";
import { type Relation, readSql } from "./select.ts";
import type { Sender } from "./sender.ts";

/** Sends all rows of a relation: as text where the warehouse has it so and the plan allows it, which costs a fraction. */
export async function sendRows(sync: EventSync, relation: Relation, sender: Sender): Promise<void> {
  const { plan, session, import: one, digestColumns, tracker } = sync;
  const ordinals = await ordinalsOf(sync, relation);
  const map = textMapper(plan, sync.mapOptions, one.id);
  if (session.streamText === undefined || map === undefined) {
    for await (const rows of readRows(sync, relation, ordinals)) {
      tracker.counts.read += rows.length;
      for (const { cells, ids } of rows) {
        sender.add(ids.rowKey, sync.map(cells, ids.insertId));
        if (sender.isFull) await sender.send();
      }
      await tracker.turn();
    }
    return;
  }
  const { sql, columns } = readSql(relation, plan.columns, { columns: digestColumns });
  for await (const rows of session.streamText(sql, columns)) {
    while (fill(sync, sender, rows, map, ordinals)) await sender.send();
    await tracker.turn();
  }
}

/** Writes rows until the sender is full, which is true, or there are no more. */
function fill(sync: EventSync, sender: Sender, rows: TextRows, map: TextMapper, ordinals: Ordinals): boolean {
  const { plan, import: one, tracker } = sync;
  const { lines } = sender;
  const width = plan.columns.length;
  while (!sender.isFull) {
    if (!rows.next()) return false;
    tracker.counts.read += 1;
    const nth = ordinals.isEmpty ? 0 : ordinals.next(digestAt(rows, width));
    if (map(lines, rows, nth)) continue;
    const cells = rows.cells();
    const ids = idsOf(one.id, plan, cells, digestAt(rows, width), nth);
    sender.add(ids.rowKey, sync.map(cells, ids.insertId));
  }
  return true;
}
