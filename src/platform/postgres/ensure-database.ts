import { Client, DatabaseError } from "pg";
import { DATABASE_USER } from "./create-cluster.ts";

const DATABASE_NAME = "tributary";

const CONNECT_TIMEOUT_MS = 30_000;
const INVALID_CATALOG_NAME = "3D000";

export const urlOf = (port: number, password: string, database: string = DATABASE_NAME): string =>
  `postgres://${DATABASE_USER}:${password}@127.0.0.1:${port}/${database}`;

/** Asks a first question of our database, which proves that it answers; makes it when the cluster is new. */
export async function ensureDatabase(port: number, password: string): Promise<void> {
  try {
    await ask(urlOf(port, password), "select 1");
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== INVALID_CATALOG_NAME) throw error;
    await ask(urlOf(port, password, "postgres"), `create database ${DATABASE_NAME}`);
    await ask(urlOf(port, password), "select 1");
  }
}

async function ask(connectionString: string, question: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // Without a listener a connection that breaks between two calls would end the process; the call that waits rejects anyway.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(question);
  } finally {
    await client.end();
  }
}
