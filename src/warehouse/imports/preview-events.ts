import type { Cell, Column } from "../connector.ts";
import { planEvents } from "../sync/event-plan.ts";
import { eventMapper } from "../sync/map-event.ts";
import { digestOf, idsOf } from "../sync/row-ids.ts";
import { nameOf } from "../sync/table-sync.ts";
import type { CheckedImport } from "./create-import.ts";
import type { Mapped } from "./preview-import.ts";

/** Rows of all columns that can be read, the four lanes of the digest behind them. */
export type PreviewAsk = {
  import: CheckedImport;
  company: string | null;
  nowMs: number;
  columns: readonly Column[];
  rows: readonly Cell[][];
};

/** Cells in the order in which a plan has its columns. */
export function picker(columns: readonly Column[], wanted: readonly Column[]) {
  const places = wanted.map(({ name }) => columns.findIndex((column) => column.name === name));
  return (row: readonly Cell[]): Cell[] => places.map((at) => row[at] ?? null);
}

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
