import { Client } from "pg";
import { createDatabase } from "../../support/test-server.ts";

export type PostgresWarehouse = {
  /** What a source says to connect to it. */
  source: Record<string, unknown>;
  run(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** A connection of its own, for transactions that stay open. */
  open(): Promise<Client>;
  close(): Promise<void>;
};

/** A database of its own in the Postgres of the tests, as somebody's warehouse. */
export async function startPostgresWarehouse(): Promise<PostgresWarehouse> {
  const url = new URL(await createDatabase("template1"));
  const open = async () => {
    const client = new Client({ connectionString: url.href });
    await client.connect();
    return client;
  };
  const client = await open();
  return {
    source: {
      warehouse_type: "postgres",
      host: url.hostname,
      port: Number(url.port),
      database: url.pathname.slice(1),
      username: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    },
    run: async (sql, values) => (await client.query(sql, values)).rows,
    open,
    close: () => client.end(),
  };
}
