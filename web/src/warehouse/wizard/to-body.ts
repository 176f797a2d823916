import type { ImportBody } from "../queries.ts";
import { FREQUENCIES } from "../words.ts";
import type { Draft } from "./draft.ts";

/** The body of the API's call that this draft stands for. What is not said yet is left out, and the server says what is missing. */
export function toBody(draft: Draft): ImportBody {
  const { $insert_id: insertId, distinct_id: distinctId, ...columns } = draft.roles ?? {};
  const kind = draft.kind ?? "event_stream";
  const isEvents = kind === "event_stream";
  const properties = {
    ...draft.rename,
    ...(isEvents && insertId !== undefined ? { [insertId]: "$insert_id" } : {}),
    ...(isEvents && distinctId !== undefined ? { [distinctId]: "distinct_id" } : {}),
  };
  const every = FREQUENCIES.find(({ value }) => value === draft.every);
  return {
    import_type: kind,
    warehouse_source_id: draft.source,
    table_params: draft.table,
    sync_mode: draft.mode ?? "one_time",
    ...columns,
    ...(isEvents && columns.event_column_name === undefined && draft.event
      ? { event_name: draft.event }
      : {}),
    ...(Object.keys(properties).length === 0 ? {} : { property_mappings: properties }),
    ...(draft.exclude === undefined ? {} : { excluded_columns: draft.exclude }),
    ...(draft.key === undefined ? {} : { primary_key_columns: draft.key }),
    ...(kind === "groups" ? { group_key: draft.groupKey } : {}),
    ...(kind === "lookup_table"
      ? { service_property: { value: draft.property ?? "", resourceType: draft.subject ?? "event" } }
      : {}),
    ...(isEvents && (draft.from ?? draft.to) !== undefined
      ? { sync_window: { from: draft.from ?? null, to: draft.to ?? null } }
      : {}),
    ...(draft.notNull ? { assert_time_not_null: true } : {}),
    ...(every === undefined || draft.mode === "one_time" ? {} : { run_every: every.runEvery }),
  };
}
