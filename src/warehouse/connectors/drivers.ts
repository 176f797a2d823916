import { ConnectorError, type Driver } from "../connector.ts";

/** The driver of each connector. Only the process of a session loads one, and only its own: see `process/child.ts`. */
const DRIVERS: { [type: string]: () => Promise<Driver> } = {
  bigquery: async () => (await import("./bigquery/connect.ts")).connectBigquery,
  clickhouse: async () => (await import("./clickhouse/connect.ts")).connectClickhouse,
  duckdb: async () => (await import("./duckdb/connect.ts")).connectDuckdb,
  files: async () => (await import("./files/connect.ts")).connectFiles,
  mariadb: async () => (await import("./mysql/connect.ts")).connectMysql,
  mysql: async () => (await import("./mysql/connect.ts")).connectMysql,
  postgres: async () => (await import("./postgres/connect.ts")).connectPostgres,
  redshift: async () => (await import("./redshift/connect.ts")).connectRedshift,
};

export async function loadDriver(type: string): Promise<Driver> {
  const load = Object.hasOwn(DRIVERS, type) ? DRIVERS[type] : undefined;
  if (load === undefined) throw new ConnectorError("not_built_yet", `${type} cannot be connected yet`);
  return load();
}
