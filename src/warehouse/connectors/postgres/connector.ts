import type { Connector } from "../../connector.ts";
import { connectPostgres } from "./connect.ts";

export const SSL_MODES = ["disable", "prefer", "require", "verify-ca", "verify-full"] as const;

export const postgres: Connector = {
  type: "postgres",
  label: "PostgreSQL",
  fields: [
    {
      name: "host",
      kind: "text",
      required: true,
      target: true,
      sentence: "Host name or address of the server.",
    },
    {
      name: "port",
      kind: "port",
      required: false,
      preset: 5432,
      target: true,
      sentence: "Port of the server.",
    },
    { name: "database", kind: "text", required: true, target: true, sentence: "Name of the database." },
    {
      name: "username",
      kind: "text",
      required: true,
      target: true,
      sentence: "A user who may read the tables, and need not be able to do anything else.",
    },
    { name: "password", kind: "text", required: false, secret: true, sentence: "The user's password." },
    {
      name: "ssl_mode",
      kind: "choice",
      required: false,
      preset: "prefer",
      choices: SSL_MODES,
      sentence: "Whether the connection is encrypted and whose certificate is accepted.",
    },
    {
      name: "ssl_ca",
      kind: "text",
      required: false,
      sentence: "Certificates (PEM) that sign the server's, for verify-ca and verify-full.",
    },
  ],
  tableFields: [
    { name: "schema", required: false, preset: "public", aliases: ["schema_name"] },
    { name: "table", required: true, aliases: ["table_name"] },
  ],
  capabilities: { snapshot: true, declaresNotNull: true, changeFeed: false },
  connect: connectPostgres,
};
