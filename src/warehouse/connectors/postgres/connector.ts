import type { Connector } from "../../connector.ts";
import { serverFields } from "../server-fields.ts";
import { CopyRows } from "./copy-rows.ts";
import { postgresDialect } from "./dialect.ts";
import { decoderOf } from "./types.ts";

export const postgres: Connector = {
  type: "postgres",
  label: "PostgreSQL",
  fields: serverFields(5432),
  tableFields: [
    { name: "schema", required: false, preset: "public", aliases: ["schema_name"] },
    { name: "table", required: true, aliases: ["table_name"] },
  ],
  capabilities: { snapshot: true, declaresNotNull: true, changeFeed: false },
  hosts: ({ host }) => [String(host)],
  dialect: (_, facts) => postgresDialect(facts().version),
  textRows(columns) {
    const decoders = columns.map(({ family }) => decoderOf(family));
    return (bytes) => new CopyRows(bytes, decoders);
  },
};
