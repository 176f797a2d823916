import type { Connector } from "../../connector.ts";
import { hostField } from "../server-fields.ts";
import { clickhouseDialect } from "./dialect.ts";

export const clickhouse: Connector = {
  type: "clickhouse",
  label: "ClickHouse",
  fields: [
    hostField,
    {
      name: "port",
      kind: "port",
      required: false,
      preset: 8123,
      target: true,
      sentence: "Port of its HTTP interface: often 8123, or 8443 with TLS.",
    },
    {
      name: "secure",
      kind: "boolean",
      required: false,
      preset: false,
      target: true,
      sentence: "Whether it is spoken to with TLS; its certificate is always checked then.",
    },
    {
      name: "database",
      kind: "text",
      required: false,
      preset: "default",
      target: true,
      sentence: "Database of tables that are named without one.",
    },
    {
      name: "username",
      kind: "text",
      required: false,
      preset: "default",
      target: true,
      sentence: "A user who may read the tables and set limits of its own (readonly = 2, or 0).",
    },
    { name: "password", kind: "text", required: false, secret: true, sentence: "The user's password." },
    { name: "ssl_ca", kind: "text", required: false, sentence: "Certificates (PEM) that sign the server's." },
  ],
  tableFields: [
    // Without it, the source's own.
    { name: "database", required: false, aliases: ["database_name", "schema"] },
    { name: "table", required: true, aliases: ["table_name"] },
  ],
  // Each question sees the table as it is at that moment.
  capabilities: { snapshot: false, declaresNotNull: true, changeFeed: false },
  hosts: ({ host }) => [String(host)],
  dialect: () => clickhouseDialect,
};
