import type { Connector } from "../connector.ts";
import { bigquery } from "./bigquery/connector.ts";
import { clickhouse } from "./clickhouse/connector.ts";
import { duckdb } from "./duckdb/connector.ts";
import { files } from "./files/connector.ts";
import { mariadb, mysql } from "./mysql/connector.ts";
import { postgres } from "./postgres/connector.ts";
import { redshift } from "./redshift/connector.ts";

/** Every warehouse that can be connected. A new one is a folder beside this file and a line here. */
export const CONNECTORS: readonly Connector[] = [
  postgres,
  mysql,
  mariadb,
  duckdb,
  files,
  redshift,
  clickhouse,
  bigquery,
];

/** Known by name, so that a client hears more than "unknown". */
export const NOT_BUILT_YET = ["snowflake", "databricks"] as const;

export const WAREHOUSE_TYPES: readonly string[] = [...CONNECTORS.map(({ type }) => type), ...NOT_BUILT_YET];

export type FoundConnector = Connector | "not_built_yet" | undefined;

export function findConnector(type: string): FoundConnector {
  const found = CONNECTORS.find((connector) => connector.type === type);
  if (found) return found;
  return NOT_BUILT_YET.some((known) => known === type) ? "not_built_yet" : undefined;
}
