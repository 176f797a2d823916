import type { Connector } from "../../connector.ts";
import { duckdbDialect } from "./dialect.ts";

export const duckdb: Connector = {
  type: "duckdb",
  label: "DuckDB",
  fields: [
    {
      name: "path",
      kind: "text",
      required: true,
      target: true,
      sentence: "The database file, from the folder that the operator set with WAREHOUSE_FILES_DIR.",
    },
  ],
  tableFields: [
    { name: "schema", required: false, preset: "main", aliases: ["schema_name"] },
    { name: "table", required: true, aliases: ["table_name"] },
  ],
  capabilities: { snapshot: true, declaresNotNull: true, changeFeed: false },
  hosts: () => [],
  dialect: (_, facts) => duckdbDialect(facts().version),
};
