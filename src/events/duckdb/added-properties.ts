/**
 * What events have besides the properties their records gave, by the names readers know it by: from the view `events` joined with
 * `lineages` as `l`. The same as an export adds.
 */
const FROM_CONNECTOR = "(l.source = 'warehouse' or l.import_id is not null)";

/** How events came in: offered in menus, so that imports can be looked at. */
export const LINEAGE_PROPERTIES: readonly (readonly [name: string, value: string])[] = [
  ["$import", `case when ${FROM_CONNECTOR} or l.source = 'import' then true end`],
  ["$source", `case when ${FROM_CONNECTOR} then 'warehouse-import' end`],
  ["$warehouse_import_id", "l.import_id"],
  ["$warehouse_import_job_id", "l.job_id"],
  ["$warehouse_import_run_id", "l.run_id"],
];

/** These are in every event, and no menu needs them. */
export const ADDED_PROPERTIES: ReadonlyMap<string, string> = new Map([
  ["distinct_id", "distinct_id"],
  ["$user_id", "user_id"],
  ["$device_id", "device_id"],
  ["$insert_id", "insert_id"],
  ...LINEAGE_PROPERTIES,
]);

export const WITH_LINEAGE = "events join lineages l on l.id = events.lineage";
