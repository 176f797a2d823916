import { planEvents } from "../sync/event-plan.ts";
import { eventMapper } from "../sync/map-event.ts";
import { digestOf, idsOf } from "../sync/row-ids.ts";
import { nameOf } from "../sync/table-sync.ts";
import { type Mapped, type PreviewAsk, picker } from "./previewing.ts";

export function previewEvents({ import: one, company, nowMs, columns, rows }: PreviewAsk): Mapped[] {
  const plan = planEvents(one.described, one.mapping, nameOf(one), company);
  const map = eventMapper(plan, {
    defaults: { $import: true, $source: "warehouse-import" },
    missingTimeMs: nowMs,
    warn: () => undefined,
    noteCollision: () => undefined,
  });
  const pick = picker(columns, plan.columns);
  return rows.map((row) => {
    const cells = pick(row);
    const made = map(cells, idsOf(0, plan, cells, digestOf(row, columns.length), 0).insertId);
    if ("record" in made) return { result: made.record, problem: null };
    const { code, field, message } = made.fault;
    return { result: null, problem: { code, field, message } };
  });
}
