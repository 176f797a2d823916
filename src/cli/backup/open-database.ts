import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "pg";
import type { Config } from "../../platform/config/index.ts";
import { describeOpenFailure } from "../../platform/control-db/index.ts";
import type { Log } from "../../platform/log.ts";
import { PostgresStartError, startPostgres } from "../../platform/postgres/index.ts";
import type { Closers } from "../serve/closers.ts";
import { StartFailure } from "../serve/start-failure.ts";

const POOL_MAX = 5;
const CONNECT_TIMEOUT_MS = 10_000;
/** A copy that was broken off leaves a connection that does not say goodbye; the exit ends it. */
const CLOSE_MAX_MS = 2_000;
const OLDEST_VERSION = 140_000;

/** The control database as it is: unlike a start, neither command may bring its schema up to date on the way. */
export async function openDatabase(
  config: Pick<Config, "DATABASE_URL">,
  dataFolder: string,
  closers: Closers,
  log: Log,
): Promise<Pool> {
  const connectionString = config.DATABASE_URL ?? (await startEmbedded(dataFolder, closers, log));
  const pool = new Pool({
    connectionString,
    max: POOL_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "tributary-backup",
  });
  // A connection may still be saying goodbye when our Postgres stops and tells it so; without listeners that would end the process.
  // One that is needed fails where it is used.
  pool.on("error", (error) => log.debug({ reason: error.message }, "an idle database connection was lost"));
  pool.on("connect", (client) => client.on("error", () => undefined));
  closers.add("control database", async () => {
    await Promise.race([pool.end(), sleep(CLOSE_MAX_MS, undefined, { ref: false })]);
  });
  await checkVersion(pool);
  return pool;
}

async function startEmbedded(dataFolder: string, closers: Closers, log: Log): Promise<string> {
  try {
    const postgres = await startPostgres({ dataFolder, log });
    closers.add("embedded Postgres", postgres.close);
    return postgres.url;
  } catch (cause) {
    if (cause instanceof PostgresStartError) throw new StartFailure(cause.message);
    throw cause;
  }
}

async function checkVersion(pool: Pool): Promise<void> {
  const answer = await pool
    .query<{ number: string; text: string }>(
      "select current_setting('server_version_num') as number, current_setting('server_version') as text",
    )
    .catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new StartFailure(describeOpenFailure({ code: "unreachable", reason }));
    });
  const version = answer.rows[0];
  if (version === undefined || Number(version.number) < OLDEST_VERSION)
    throw new StartFailure(describeOpenFailure({ code: "too_old", version: version?.text ?? "unknown" }));
}
