import type { Connector } from "../../connector.ts";
import { connectMysql } from "./connect.ts";

const SSL_MODES = ["disable", "prefer", "require", "verify-ca", "verify-full"] as const;

export const mysql: Connector = {
  type: "mysql",
  label: "MySQL",
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
      preset: 3306,
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
    // Without it, the source's own.
    { name: "database", required: false, aliases: ["database_name", "schema"] },
    { name: "table", required: true, aliases: ["table_name"] },
  ],
  capabilities: { snapshot: true, declaresNotNull: true, changeFeed: false },
  connect: connectMysql,
};

/** The same protocol and nearly the same SQL; what differs is asked of the server. */
export const mariadb: Connector = { ...mysql, type: "mariadb", label: "MariaDB" };
