import type { Connector } from "../../connector.ts";
import { serverFields } from "../server-fields.ts";
import { connectPostgres } from "./connect.ts";

export const postgres: Connector = {
  type: "postgres",
  label: "PostgreSQL",
  fields: serverFields(5432),
  tableFields: [
    { name: "schema", required: false, preset: "public", aliases: ["schema_name"] },
    { name: "table", required: true, aliases: ["table_name"] },
  ],
  capabilities: { snapshot: true, declaresNotNull: true, changeFeed: false },
  connect: connectPostgres,
};
