import type { Config } from "../../platform/config/index.ts";
import { type ControlDb, describeOpenFailure, openControlDb } from "../../platform/control-db/index.ts";
import type { Log } from "../../platform/log.ts";
import { PostgresStartError, type RunningPostgres, startPostgres } from "../../platform/postgres/index.ts";
import type { Closers } from "./closers.ts";
import { StartFailure } from "./start-failure.ts";

export type Database = {
  control: ControlDb;
  url: string;
  /** The Postgres we started, when it is ours. */
  embedded: RunningPostgres | undefined;
};

/** The control database: the operator's Postgres when DATABASE_URL names one, otherwise ours. */
export async function openDatabase(
  config: Pick<Config, "DATABASE_URL" | "DATABASE_POOL_MAX">,
  dataFolder: string,
  closers: Closers,
  log: Log,
): Promise<Database> {
  const embedded =
    config.DATABASE_URL === undefined
      ? await startEmbedded(dataFolder, config.DATABASE_POOL_MAX, log)
      : undefined;
  if (embedded) closers.add("embedded Postgres", embedded.close);
  const url = config.DATABASE_URL ?? embedded?.url ?? "";
  const control = await openControlDb({ url, poolMax: config.DATABASE_POOL_MAX, log });
  if (!control.ok) throw new StartFailure(describeOpenFailure(control.failure));
  closers.add("control database", control.value.close);
  return { control: control.value, url, embedded };
}

/** Beside the pool there are Postgres's own reserve, a backup, and a person with psql. */
const SPARE_CONNECTIONS = 20;

async function startEmbedded(dataFolder: string, poolMax: number, log: Log): Promise<RunningPostgres> {
  try {
    return await startPostgres({
      dataFolder,
      log,
      settings: { max_connections: String(poolMax + SPARE_CONNECTIONS) },
    });
  } catch (cause) {
    if (cause instanceof PostgresStartError) throw new StartFailure(cause.message);
    throw cause;
  }
}
