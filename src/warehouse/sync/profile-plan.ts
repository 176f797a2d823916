import { type Column, ConnectorError, type TableDescription } from "../connector.ts";
import type { WarehouseImport } from "../types.ts";
import { type NamedColumn, nameColumns } from "./property-name.ts";
import { type Bounds, whereSql } from "./select.ts";
import type { TableSync } from "./table-sync.ts";

export type ProfilePlan = {
  columns: readonly Column[];
  id: number;
  json: number | null;
  cursor: Column | null;
  properties: readonly NamedColumn[];
  /** Names of columns that another one was renamed to. */
  losers: readonly string[];
  /** Whether a value that is no longer there is taken out of the profile. */
  unsets: boolean;
};

export function planProfiles(
  described: TableDescription,
  { kind, mapping, syncMode }: Pick<WarehouseImport, "kind" | "mapping" | "syncMode">,
): ProfilePlan {
  const idColumn = kind === "groups" ? mapping.group_id_column : mapping.user_column_name;
  const needed = new Set([idColumn, mapping.json_properties_column_name, mapping.insert_time_column_name]);
  const columns = described.columns.filter(
    ({ name, family }) =>
      family !== "unsupported" && (needed.has(name) || !mapping.excluded_columns.includes(name)),
  );
  const place = (name: string | null): number | null => {
    if (name === null) return null;
    const at = columns.findIndex((column) => column.name === name);
    if (at === -1)
      throw new ConnectorError("role_column_missing", `the table has no column '${name}' any more`, {
        column: name,
      });
    return at;
  };
  const id = place(idColumn);
  if (id === null) throw new ConnectorError("role_column_missing", "the import names no id column");
  const json = place(mapping.json_properties_column_name);
  const cursor = place(mapping.insert_time_column_name);
  return {
    columns,
    id,
    json,
    cursor: cursor === null ? null : (columns[cursor] ?? null),
    ...nameColumns(
      mapping,
      columns.flatMap((column, at) =>
        at === id || at === json || mapping.excluded_columns.includes(column.name) ? [] : [{ at, column }],
      ),
    ),
    unsets: syncMode === "mirror_mode" || mapping.null_handling === "unset",
  };
}

/** By insert time where the mode is `time_based`; otherwise all rows. */
export async function profileBounds(
  { import: one, session }: TableSync,
  { cursor: column }: ProfilePlan,
  upperBound: string,
): Promise<{ bounds: Bounds; cursorTo: string | null }> {
  if (one.syncMode !== "time_based" || column === null) return { bounds: {}, cursorTo: null };
  const from = one.progress.reload ? null : one.progress.cursor;
  const isTime = column.family !== "integer" && column.family !== "decimal";
  const bounds: Bounds = {
    cursor: {
      column,
      from,
      fromEarlierSeconds: isTime ? one.mapping.lookback_seconds : 0,
      to: column.family === "moment" ? upperBound : null,
      withNull: from === null,
    },
  };
  const where = whereSql(session.dialect, bounds);
  const sql = `select max(${session.dialect.quote(column.name)}) from ${session.dialect.table(one.table)}${where === null ? "" : ` where ${where}`}`;
  let cursorTo: string | null = null;
  for await (const rows of session.stream(sql, [column])) {
    const cell = rows[0]?.[0] ?? null;
    if (cell !== null) cursorTo = String(cell);
  }
  return { bounds, cursorTo };
}
