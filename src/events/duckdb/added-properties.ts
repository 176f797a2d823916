/**
 * What events have besides the properties their records gave, by the names readers know it by: from the view `events` joined with
 * `lineages` as `l`. The same as an export adds.
 */
const FROM_MIGRATION = "starts_with(l.source, 'migration-')";
const FROM_CONNECTOR = `(not ${FROM_MIGRATION} and (l.source = 'warehouse' or l.import_id is not null))`;
const ofConnector = (column: string): string => `case when ${FROM_CONNECTOR} then ${column} end`;

/** How events came in: offered in menus, so that imports can be looked at. */
export const LINEAGE_PROPERTIES: readonly (readonly [name: string, value: string])[] = [
  ["$import", `case when ${FROM_CONNECTOR} or ${FROM_MIGRATION} or l.source = 'import' then true end`],
  ["$source", `case when ${FROM_CONNECTOR} then 'warehouse-import' when ${FROM_MIGRATION} then l.source end`],
  ["$warehouse_import_id", ofConnector("l.import_id")],
  ["$warehouse_import_job_id", ofConnector("l.job_id")],
  ["$warehouse_import_run_id", ofConnector("l.run_id")],
  ["$migration_job_id", `case when ${FROM_MIGRATION} then l.job_id end`],
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
