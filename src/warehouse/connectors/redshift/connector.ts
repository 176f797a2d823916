import type { Connector } from "../../connector.ts";
import { serverFields } from "../server-fields.ts";
import { redshiftDialect } from "./dialect.ts";

/** Spoken to as Postgres is, with a user and a password. */
export const redshift: Connector = {
  type: "redshift",
  label: "Amazon Redshift",
  fields: serverFields(5439),
  tableFields: [
    { name: "schema", required: false, preset: "public", aliases: ["schema_name"] },
    { name: "table", required: true, aliases: ["table_name"] },
  ],
  capabilities: { snapshot: true, declaresNotNull: true, changeFeed: false },
  hosts: ({ host }) => [String(host)],
  dialect: () => redshiftDialect,
};
