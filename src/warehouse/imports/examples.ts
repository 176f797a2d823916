/** Bodies and answers that stand in the OpenAPI document. */
export const eventStreamBody = {
  import_type: "event_stream",
  warehouse_source_id: 1,
  table_params: { schema: "public", table: "orders" },
  time_column_name: "ordered_at",
  sync_mode: "mirror_mode",
  event_name: "Order",
  user_column_name: "customer_id",
  run_every: 3_600_000_000_000,
};

export const runExample = {
  run_id: "01KD9Z6Q4N8R2V5W7X9Y0Z1A2B",
  status: "SUCCEEDED",
  phase: "SUCCEEDED",
  trigger: "manual",
  kind: "full_backfill",
  start_time: 1_769_860_800_000,
  end_time: 1_769_860_812_000,
  num_events_imported: 120_000,
  progress: 1,
  rows_per_second: 10_000,
  remaining_seconds: 0,
  rows_total: 120_000,
  rows_read: 120_000,
  rows_inserted: 120_000,
  rows_updated: 0,
  rows_unchanged: 0,
  rows_duplicate: 0,
  rows_skipped: 0,
  rows_failed: 0,
  rows_deleted: 0,
  cursor_from: null,
  cursor_to: null,
  attempts: 1,
  error: null,
  warnings: [],
  log: [],
};

export const importExample = {
  id: 7,
  created: "2026-01-31T12:00:00.000Z",
  creator_id: 2,
  creator_name: "loader",
  creator_email: "loader@service-account.example",
  warehouse_source_id: 1,
  import_type: "event_stream",
  sync_mode: "mirror_mode",
  run_every: 3_600_000_000_000,
  table_params: { schema: "public", table: "orders" },
  paused: false,
  last_dispatch: 1_769_860_800_000,
  next_dispatch: 1_769_864_400_000,
  is_deleted: false,
  event_name: "Order",
  event_column_name: null,
  time_column_name: "ordered_at",
  user_column_name: "customer_id",
  device_column_name: null,
  company_column_name: null,
  json_properties_column_name: null,
  insert_time_column_name: null,
  property_mappings: null,
  excluded_columns: [],
  primary_key_columns: [],
  lookback_seconds: 600,
  sync_window: null,
  group_key: null,
  group_id_column: null,
  property_key_column_name: null,
  service_property: null,
  lookup_table_id: null,
  databricks_params: null,
  job_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  state: "IDLE",
  last_run: null,
  warnings: [],
};

export const previewExample = {
  rows: [
    {
      row: { id: 1, ordered_at: "2026-01-31T12:00:00Z", customer_id: "c-17", total: "9.50" },
      result: {
        event: "Order",
        properties: { time: 1_769_860_800_000, $user_id: "c-17", id: 1, total: 9.5 },
      },
      problem: null,
    },
  ],
  warnings: [],
};

export const estimateExample = {
  rows: 120_000,
  from: "2025-01-01T00:00:00.000Z",
  to: "2026-01-31T12:00:00.000Z",
  nulls: { ordered_at: 0, customer_id: 3 },
  warnings: [],
};

export const errorsExample = {
  errors: [
    {
      number: 1,
      row_key: "5f1d0c7e9a3b4c2d8e6f7a1b2c3d4e5f:0a1b2c3d4e5f6071",
      code: "time_invalid",
      field: "ordered_at",
      message: "the value is no time",
      value: "yesterday",
    },
  ],
  next: null,
};

export const verifyExample = {
  equal: false,
  as_of: "2026-01-31T12:00:00.000Z",
  rows_warehouse: 120_000,
  rows_stored: 120_000,
  rows_skipped: 0,
  rows_copies: 0,
  differences: [{ side: "warehouse", row_key: "ana", key: { id: "ana" }, properties: ["plan"] }],
  cut: false,
};
