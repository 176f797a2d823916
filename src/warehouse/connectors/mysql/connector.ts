import type { Connector } from "../../connector.ts";
import { serverFields } from "../server-fields.ts";
import { mysqlDialect } from "./dialect.ts";

export const mysql: Connector = {
  type: "mysql",
  label: "MySQL",
  fields: serverFields(3306),
  tableFields: [
    // Without it, the source's own.
    { name: "database", required: false, aliases: ["database_name", "schema"] },
    { name: "table", required: true, aliases: ["table_name"] },
  ],
  capabilities: { snapshot: true, declaresNotNull: true, changeFeed: false },
  hosts: ({ host }) => [String(host)],
  dialect: (_, facts) => mysqlDialect(facts().version),
};

/** The same protocol and nearly the same SQL; what differs is asked of the server. */
export const mariadb: Connector = { ...mysql, type: "mariadb", label: "MariaDB" };
