import { type Column, ConnectorError, type TableDescription } from "../connector.ts";
import type { Mapping } from "../types.ts";
import { type NamedColumn, nameColumns } from "./property-name.ts";

/** Which column of a row is read as what. Numbers are places in `columns`. */
export type EventPlan = {
  /** Read from the warehouse, in this order. */
  columns: readonly Column[];
  eventName: string | null;
  event: number | null;
  time: { at: number; column: Column };
  user: number | null;
  device: number | null;
  company: { at: number; property: string } | null;
  json: number | null;
  cursor: { at: number; column: Column } | null;
  /** What names a row; empty: only all of it does. */
  key: readonly number[];
  /** Whether the warehouse vouches that no two rows have the same key. */
  keyIsUnique: boolean;
  properties: readonly NamedColumn[];
  /** Names of columns that another one was renamed to. */
  losers: readonly string[];
  unsupported: readonly string[];
};

/** Throws `ConnectorError` when a column that has a role is not there any more. */
export function planEvents(
  described: TableDescription,
  mapping: Mapping,
  tableName: string,
  companyProperty: string | null,
): EventPlan {
  const excluded = new Set(mapping.excluded_columns);
  const key = mapping.primary_key_columns.length > 0 ? mapping.primary_key_columns : described.key;
  const roles = [
    mapping.event_column_name,
    mapping.time_column_name,
    mapping.user_column_name,
    mapping.device_column_name,
    mapping.json_properties_column_name,
    companyProperty === null ? null : mapping.company_column_name,
  ].filter((name) => name !== null);
  const needed = new Set([
    ...roles,
    ...key,
    ...(mapping.insert_time_column_name === null ? [] : [mapping.insert_time_column_name]),
  ]);
  const columns = described.columns.filter(
    ({ name, family }) => family !== "unsupported" && (!excluded.has(name) || needed.has(name)),
  );
  const places = new Map(columns.map(({ name }, at) => [name, at]));
  const place = (name: string | null): number | null => {
    if (name === null) return null;
    const at = places.get(name);
    if (at === undefined)
      throw new ConnectorError("role_column_missing", `the table has no column '${name}' any more`, {
        column: name,
      });
    return at;
  };
  const withColumn = (at: number | null) => {
    const column = at === null ? undefined : columns[at];
    return at === null || column === undefined ? null : { at, column };
  };
  const time = withColumn(place(mapping.time_column_name));
  if (time === null) throw new ConnectorError("role_column_missing", "the import names no time column");
  const company = companyProperty === null ? null : place(mapping.company_column_name);
  // Known by their own names in an event, so not once more under the column's.
  const taken = new Set(
    roles.filter((name) => name !== mapping.insert_time_column_name || name === mapping.time_column_name),
  );
  return {
    columns,
    eventName: mapping.event_name ?? (mapping.event_column_name === null ? tableName : null),
    event: place(mapping.event_column_name),
    time,
    user: place(mapping.user_column_name),
    device: place(mapping.device_column_name),
    company: company === null || companyProperty === null ? null : { at: company, property: companyProperty },
    json: place(mapping.json_properties_column_name),
    cursor: withColumn(place(mapping.insert_time_column_name ?? mapping.time_column_name)),
    key: key.map((name) => place(name) ?? 0),
    keyIsUnique: mapping.primary_key_columns.length === 0 && described.key.length > 0,
    ...nameColumns(
      mapping,
      columns.flatMap((column, at) =>
        taken.has(column.name) || excluded.has(column.name) ? [] : [{ at, column }],
      ),
    ),
    unsupported: described.columns.filter(({ family }) => family === "unsupported").map(({ name }) => name),
  };
}
