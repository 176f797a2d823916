import { fail, ok, type Result } from "../../platform/result.ts";
import type { Column, TableDescription } from "../connector.ts";
import { type Refusal, refusal } from "../refusal.ts";
import type { ImportKind, Mapping, SyncMode, Warning } from "../types.ts";

/** What a column may be to have a role. */
const FITS: Partial<Record<keyof Mapping, { families: readonly Column["family"][]; wish: string }>> = {
  time_column_name: {
    families: ["moment", "timestamp", "date", "integer", "decimal", "float", "text"],
    wish: "a time, a date, a whole number of seconds or milliseconds, or text such as 2026-01-31T12:00:00Z",
  },
  insert_time_column_name: {
    families: ["moment", "timestamp", "date", "integer"],
    wish: "a time, a date or a whole number",
  },
  user_column_name: { families: ["text", "integer", "decimal"], wish: "text or a whole number" },
  device_column_name: { families: ["text", "integer", "decimal"], wish: "text or a whole number" },
  event_column_name: { families: ["text", "integer", "boolean"], wish: "text" },
  json_properties_column_name: { families: ["json", "text"], wish: "JSON or text that holds JSON" },
  group_id_column: { families: ["text", "integer", "decimal"], wish: "text or a whole number" },
  company_column_name: { families: ["text", "integer", "decimal"], wish: "text or a whole number" },
  property_key_column_name: {
    families: ["text", "integer", "decimal", "boolean", "date"],
    wish: "text or a number",
  },
};
const ROLES = Object.keys(FITS) as (keyof Mapping & string)[];
/** Our statements name what they add to a table's columns so, and no warehouse minds the case of it for sure. */
const RESERVED_PREFIX = /^_wh_/i;
const FULL_SCAN_ROWS = 10_000_000;
const PROPERTIES_MAX = 255;

export type CheckedTable = { warnings: Warning[] };

/** Holds what an import says of a table against the table as it is. */
export function checkTable(
  kind: ImportKind,
  mode: SyncMode,
  mapping: Mapping,
  described: TableDescription,
): Result<CheckedTable, Refusal> {
  const columns = new Map(described.columns.map((column) => [column.name, column]));
  const reserved = described.columns.find(({ name }) => RESERVED_PREFIX.test(name))?.name;
  if (reserved !== undefined) {
    return fail(
      refusal(
        "reserved_column",
        `The table has a column '${reserved}', and we use names that begin with '_wh_'; import a view that names it otherwise.`,
        "table_params",
      ),
    );
  }
  for (const role of ROLES) {
    const name = mapping[role];
    if (typeof name !== "string") continue;
    const column = columns.get(name);
    if (column === undefined) return fail(missing(name, role, described));
    const fits = FITS[role];
    if (fits && !fits.families.includes(column.family)) {
      return fail(
        refusal(
          "column_type",
          `Column '${name}' is ${column.nativeType}; '${role}' needs ${fits.wish}.`,
          role,
        ),
      );
    }
  }
  const named = [
    ...Object.keys(mapping.property_mappings ?? {}).map(
      (name) => [name, `property_mappings.${name}`] as const,
    ),
    ...mapping.excluded_columns.map((name) => [name, "excluded_columns"] as const),
    ...mapping.primary_key_columns.map((name) => [name, "primary_key_columns"] as const),
  ];
  const unknown = named.find(([name]) => !columns.has(name));
  if (unknown) return fail(missing(unknown[0], unknown[1], described));
  const refused =
    kind === "event_stream" ? checkEvents(mode, mapping, columns) : checkOthers(kind, mode, mapping);
  return refused ? fail(refused) : ok({ warnings: warningsOf(kind, mode, mapping, described) });
}

function missing(name: string, field: string, { columns }: TableDescription): Refusal {
  const some = columns
    .slice(0, 20)
    .map((column) => column.name)
    .join(", ");
  return refusal(
    "column_missing",
    `The table has no column '${name}'. It has ${some}${columns.length > 20 ? " …" : ""}.`,
    field,
  );
}

function checkEvents(
  mode: SyncMode,
  mapping: Mapping,
  columns: ReadonlyMap<string, Column>,
): Refusal | undefined {
  const time = columns.get(mapping.time_column_name ?? "");
  if (mode === "full_sync" && time?.nullable && !mapping.assert_time_not_null) {
    const message = `Full sync needs a time column that cannot be NULL, and '${time.name}' can be. Declare it NOT NULL, choose another sync mode, or, for a view or a file, send "assert_time_not_null": true.`;
    return refusal("time_column_nullable", message, "time_column_name");
  }
  const cursor = columns.get(mapping.insert_time_column_name ?? mapping.time_column_name ?? "");
  const canOrder = cursor !== undefined && ["moment", "timestamp", "date", "integer"].includes(cursor.family);
  if (mode === "time_based" && !canOrder) {
    const message = `A time-based sync needs an insert time that is a time, a date or a whole number, and '${cursor?.name}' is ${cursor?.nativeType}. Name one in 'insert_time_column_name'.`;
    return refusal("column_type", message, "insert_time_column_name");
  }
  const isTime = time !== undefined && ["moment", "timestamp", "date"].includes(time.family);
  if (mapping.sync_window !== null && !isTime) {
    return refusal(
      "column_type",
      `'sync_window' needs a time column that is a time or a date; '${time?.name}' is ${time?.nativeType}.`,
      "sync_window",
    );
  }
  return undefined;
}

function checkOthers(kind: ImportKind, mode: SyncMode, mapping: Mapping): Refusal | undefined {
  if (kind === "lookup_table" && mode !== "full_sync" && mode !== "one_time") {
    return refusal(
      "sync_mode_unsupported",
      "A lookup table is replaced as a whole: use full_sync or one_time.",
      "sync_mode",
    );
  }
  if (mode === "time_based" && mapping.insert_time_column_name === null) {
    const message =
      "A time-based sync needs 'insert_time_column_name', the column that says when a row was written.";
    return refusal("missing_field", message, "insert_time_column_name");
  }
  return undefined;
}

function warningsOf(
  kind: ImportKind,
  mode: SyncMode,
  mapping: Mapping,
  described: TableDescription,
): Warning[] {
  const warnings: Warning[] = [];
  const add = (code: string, message: string) => warnings.push({ code, message });
  const unsupported = described.columns.filter(({ family }) => family === "unsupported");
  for (const { name, nativeType } of unsupported)
    add("type_unsupported", `Column '${name}' (${nativeType}) is left out.`);
  if (described.columns.length > PROPERTIES_MAX) {
    add(
      "too_many_columns",
      `An event has at most ${PROPERTIES_MAX} properties; rows with more values than that fail. Use excluded_columns.`,
    );
  }
  if (kind !== "event_stream") return warnings;
  if (mapping.event_name === null && mapping.event_column_name === null) {
    add(
      "event_name_from_table",
      "Neither event_name nor event_column_name is given: events are called as the table.",
    );
  }
  if (mode === "time_based" && mapping.insert_time_column_name === null) {
    add(
      "insert_time_from_time",
      "Without insert_time_column_name rows are found by their event time: late rows are missed.",
    );
  }
  if (mode === "full_sync" && (described.rowsEstimate ?? 0) > FULL_SCAN_ROWS) {
    add("full_scan", "Every run reads the whole table, which is large.");
  }
  if (described.key.length === 0 && mapping.primary_key_columns.length === 0 && mode === "time_based") {
    add(
      "no_key",
      "Nothing names a row of this table: one that is edited and read again counts as another event. Name primary_key_columns.",
    );
  }
  return warnings;
}
