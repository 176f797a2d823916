import type { Connector } from "../../connector.ts";
import { postgres } from "../postgres/connector.ts";
import { connectRedshift } from "./connect.ts";

/** Spoken to as Postgres is, with a user and a password. */
export const redshift: Connector = {
  type: "redshift",
  label: "Amazon Redshift",
  fields: postgres.fields.map((field) => (field.name === "port" ? { ...field, preset: 5439 } : field)),
  tableFields: [
    { name: "schema", required: false, preset: "public", aliases: ["schema_name"] },
    { name: "table", required: true, aliases: ["table_name"] },
  ],
  capabilities: { snapshot: true, declaresNotNull: true, changeFeed: false },
  connect: connectRedshift,
};
