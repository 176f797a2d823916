import type { TableDescription } from "../connector.ts";
import type { WarehouseImport } from "../types.ts";
import type { Tracker } from "./tracker.ts";

export type Drift = { added: string[]; dropped: string[]; retyped: string[] };

/** What became of the columns since the last run. */
export function driftOf(one: WarehouseImport, { columns }: Pick<TableDescription, "columns">): Drift {
  const before = new Map(one.progress.columns?.map(({ name, type }) => [name, type]));
  const now = new Map(columns.map(({ name, nativeType }) => [name, nativeType]));
  if (one.progress.columns === null) return { added: [], dropped: [], retyped: [] };
  return {
    added: [...now.keys()].filter((name) => !before.has(name)),
    dropped: [...before.keys()].filter((name) => !now.has(name)),
    retyped: [...now].flatMap(([name, type]) => {
      const was = before.get(name);
      return was === undefined || was === type ? [] : [`${name}: ${was} → ${type}`];
    }),
  };
}

export function noteDrift(one: WarehouseImport, described: TableDescription, tracker: Tracker): void {
  const { added, dropped, retyped } = driftOf(one, described);
  for (const name of added) tracker.warn("column_added", name);
  for (const name of dropped) tracker.warn("column_dropped", name);
  for (const change of retyped) tracker.warn("column_retyped", change);
  for (const { name, family } of described.columns) {
    if (family === "unsupported") tracker.warn("type_unsupported", name);
  }
}
