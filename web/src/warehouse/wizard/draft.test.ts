import { expect, test } from "vitest";
import { forKind, readDraft } from "./draft.ts";
import { lastMonth } from "./last-month.ts";
import { readTableName } from "./read-table-name.ts";
import { suggestRoles } from "./suggest-roles.ts";
import { toBody } from "./to-body.ts";

test("a draft is read from an address; what does not fit is left out", () => {
  const given = {
    ...{ step: "map", source: 3, table: { schema: "public", table: "orders" }, kind: "event_stream" },
    ...{ roles: { time_column_name: "at", nobody: "x" }, mode: "sometimes", every: "day", from: "soon" },
  };
  expect(readDraft(given)).toEqual({
    ...{ step: "map", source: 3, table: { schema: "public", table: "orders" }, kind: "event_stream" },
    ...{ roles: { time_column_name: "at" }, every: "day" },
  });
});

test("a draft becomes the body of the API's call; ids that are properties become mappings", () => {
  const draft = readDraft({
    ...{ source: 3, table: { table: "orders" }, event: "Order", mode: "mirror_mode", every: "hour" },
    ...{ roles: { time_column_name: "at", $insert_id: "uuid" }, rename: { total: "price" } },
    ...{ exclude: ["note"], from: "2026-01-01", to: "2026-02-01" },
  });
  expect(toBody(draft)).toEqual({
    import_type: "event_stream",
    warehouse_source_id: 3,
    table_params: { table: "orders" },
    sync_mode: "mirror_mode",
    time_column_name: "at",
    event_name: "Order",
    property_mappings: { total: "price", uuid: "$insert_id" },
    excluded_columns: ["note"],
    sync_window: { from: "2026-01-01", to: "2026-02-01" },
    run_every: 3_600_000_000_000,
  });
});

test("a one-time import says nothing of its frequency, and so begins at once", () => {
  expect(toBody({ source: 1, mode: "one_time", every: "hour" })).not.toHaveProperty("run_every");
});

test("typed names of tables fall into the parts of their warehouse", () => {
  const fields = [{ name: "schema" }, { name: "table" }];
  expect(readTableName("orders", fields)).toEqual({ table: "orders" });
  expect(readTableName("sales.orders", fields)).toEqual({ schema: "sales", table: "orders" });
  expect(readTableName("sales.orders.2026", fields)).toEqual({ schema: "sales", table: "orders.2026" });
  expect(readTableName("2026/*.parquet", [{ name: "path" }])).toEqual({ path: "2026/*.parquet" });
});

test("the last month ends with the day of the latest row", () => {
  expect(lastMonth("2026-03-10 12:00:00+00")).toEqual({ from: "2026-02-11", to: "2026-03-11" });
  expect(lastMonth("2026-03-30")).toEqual({ from: "2026-02-28", to: "2026-03-31" });
  expect(lastMonth("yesterday")).toBeUndefined();
});

const column = (name: string, mapped_type: string, nullable = true) => ({
  ...{ name, type: mapped_type, mapped_type, nullable, comment: null },
});

test("columns are guessed by their names and types, those first that cannot be empty", () => {
  const columns = [
    ...[
      column("id", "integer", false),
      column("shipped_at", "moment"),
      column("ordered_at", "moment", false),
    ],
    ...[column("customer_id", "text"), column("data", "json")],
  ];
  const draft = suggestRoles(
    { source: 1, table: { schema: "public", table: "order_lines" } },
    { table_params: {}, key: ["id"], columns },
  );
  expect(draft.roles).toEqual({
    time_column_name: "ordered_at",
    user_column_name: "customer_id",
    json_properties_column_name: "data",
  });
  expect(draft.event).toBe("Order lines");
});

test("another kind begins anew: parts and modes of the first would be refused", () => {
  const draft = readDraft({
    ...{ source: 3, table: { table: "skus" }, roles: { time_column_name: "at" }, mode: "time_based" },
  });
  expect(toBody({ ...forKind(draft, "lookup_table"), property: "sku" })).toEqual({
    import_type: "lookup_table",
    warehouse_source_id: 3,
    table_params: { table: "skus" },
    sync_mode: "one_time",
    service_property: { value: "sku", resourceType: "event" },
  });
});
