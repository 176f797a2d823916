import { Kysely, PostgresDialect } from "kysely";
import { Pool, type PoolClient, type PoolConfig } from "pg";
import type { Log } from "../log.ts";
import { fail, ok, type Result } from "../result.ts";
import { applySchemaSteps, readSchemaSteps, type SchemaFailure } from "./schema-steps.ts";
import type { ControlTables } from "./tables.ts";

export type ControlDb = {
  db: Kysely<ControlTables>;
  pool: Pool;
  close(): Promise<void>;
};

export type OpenFailure =
  | SchemaFailure
  | { code: "unreachable"; reason: string }
  | { code: "too_old"; version: string }
  | { code: "wrong_encoding"; encoding: string }
  | { code: "no_right"; reason: string }
  | { code: "foreign_tables"; reason: string };

const OLDEST_VERSION = 140_000;
/** A statement of the control plane that takes this long is stuck; the pool must get its connection back. */
const STATEMENT_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;

export async function openControlDb(options: {
  url: string;
  poolMax: number;
  log: Log;
}): Promise<Result<ControlDb, OpenFailure>> {
  const config: PoolConfig = {
    connectionString: options.url,
    max: options.poolMax,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    application_name: "tributary",
  };
  const pool = new Pool(config);
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  let closing = false;
  pool.on("error", (error) =>
    closing ? undefined : options.log.warn({ reason: error.message }, "an idle database connection was lost"),
  );
  // One that is saying goodbye when our own Postgres stops has left the pool already, and nobody else listens to it.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const prepared = await prepare(pool);
  if (!prepared.ok) {
    await pool.end();
    return prepared;
  }
  if (prepared.value.length > 0) options.log.info({ steps: prepared.value }, "schema steps applied");
  const db = new Kysely<ControlTables>({ dialect: new PostgresDialect({ pool }) });
  return ok({
    db,
    pool,
    close() {
      closing = true;
      return db.destroy();
    },
  });
}

async function prepare(pool: Pool): Promise<Result<string[], OpenFailure>> {
  let client: PoolClient;
  try {
    client = await pool.connect();
  } catch (cause) {
    return fail({ code: "unreachable", reason: cause instanceof Error ? cause.message : String(cause) });
  }
  try {
    const version = await client.query<{ number: string; text: string; encoding: string }>(
      "select current_setting('server_version_num') as number, current_setting('server_version') as text, current_setting('server_encoding') as encoding",
    );
    const row = version.rows[0];
    if (row === undefined || Number(row.number) < OLDEST_VERSION) {
      return fail({ code: "too_old", version: row?.text ?? "unknown" });
    }
    if (row.encoding !== "UTF8") return fail({ code: "wrong_encoding", encoding: row.encoding });
    const steps = await applySchemaSteps(client, await readSchemaSteps());
    return steps.ok ? ok(steps.value.applied) : steps;
  } catch (cause) {
    const failure = foreseen(cause);
    if (failure) return fail(failure);
    throw cause;
  } finally {
    client.release();
  }
}

/** What an operator's own database can answer to our steps. */
function foreseen(cause: unknown): OpenFailure | undefined {
  if (!(cause instanceof Error) || !("code" in cause)) return undefined;
  if (cause.code === "42501") return { code: "no_right", reason: cause.message };
  if (cause.code === "42P07" || cause.code === "42710")
    return { code: "foreign_tables", reason: cause.message };
  return undefined;
}

export function describeOpenFailure(failure: OpenFailure): string {
  switch (failure.code) {
    case "unreachable":
      return `The control database cannot be reached: ${failure.reason}. Check DATABASE_URL and that Postgres runs.`;
    case "too_old":
      return `The control database is Postgres ${failure.version}; Tributary needs 14 or later.`;
    case "wrong_encoding":
      return `The control database is encoded in ${failure.encoding}; Tributary needs UTF8. Make it with: create database tributary encoding 'UTF8' template template0.`;
    case "no_right":
      return `The user of DATABASE_URL may not make tables in the control database (${failure.reason}). Let it own the database.`;
    case "foreign_tables":
      return `The control database already holds something of that name which is not Tributary's (${failure.reason}). Give Tributary a database of its own.`;
    case "step_changed":
      return `The control database holds the schema step ${failure.name} in another wording than this version's. Use the version that wrote it, or restore a backup.`;
    case "database_newer":
      return `The control database was written by a newer version of Tributary (schema step ${failure.name}). Start that version or a later one.`;
  }
}
