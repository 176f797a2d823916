import { ensureDatabase, urlOf } from "./ensure-database.ts";
import { openLog, type PostgresLog } from "./log-file.ts";
import { type Postmaster, type PostmasterOptions, spawnPostmaster, waitUntilReady } from "./postmaster.ts";
import { hintFor, PostgresStartError } from "./start-error.ts";
import { sendSignal, stopCluster } from "./stop-cluster.ts";
import type { PostgresExit, RunningPostgres, StopBounds } from "./types.ts";

type LaunchOptions = Omit<PostmasterOptions, "port" | "logFile"> & {
  dataFolder: string;
  password: string;
  readyTimeoutMs: number;
  stopBounds: StopBounds | undefined;
  findPort: () => Promise<number>;
};

const PORT_ATTEMPTS_MAX = 5;
const PORT_TAKEN = /could not bind IPv4 address "127\.0\.0\.1"/;

/** From a cluster at rest to a Postgres that answers; on failure nothing keeps running. */
export async function launch(options: LaunchOptions): Promise<RunningPostgres> {
  const logFile = await openLog(options.dataFolder);
  try {
    const { postmaster, port } = await startOnFreePort(options, logFile);
    try {
      await ensureDatabase(port, options.password);
    } catch (error) {
      await stopCluster(options.mark, postmaster.pid, options.stopBounds);
      throw new PostgresStartError(
        `Postgres runs but does not let us in: ${error instanceof Error ? error.message : String(error)}. If ${options.dataFolder}/postgres-password was changed or lost, restore it from a backup.`,
        await logFile.tail(),
        error,
      );
    }
    return watch(postmaster, urlOf(port, options.password), options, logFile);
  } finally {
    await logFile.close(); // Postgres has its own descriptor; the tail is read by path.
  }
}

async function startOnFreePort(
  options: LaunchOptions,
  logFile: PostgresLog,
): Promise<{ postmaster: Postmaster; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = await options.findPort();
    const postmaster = await spawnPostmaster({ ...options, port, logFile });
    const state = await waitUntilReady(postmaster, options.cluster, options.readyTimeoutMs);
    if (state === "ready") return { postmaster, port };
    const tail = await logFile.tail();
    if (state === "late") {
      await stopCluster(options.mark, postmaster.pid, options.stopBounds);
      throw new PostgresStartError(
        `Postgres was not ready after ${options.readyTimeoutMs} ms and was stopped.`,
        tail,
      );
    }
    if (PORT_TAKEN.test(tail) && attempt < PORT_ATTEMPTS_MAX) continue;
    const { code, signal } = await postmaster.gone;
    throw new PostgresStartError(`Postgres ended at once (${signal ?? code}). ${hintFor(tail)}`, tail);
  }
}

function watch(
  postmaster: Postmaster,
  url: string,
  { mark, stopBounds }: LaunchOptions,
  logFile: PostgresLog,
): RunningPostgres {
  let closing: Promise<void> | undefined;
  // Detached, it would outlive a process that leaves without closing (an uncaught error, process.exit).
  const stopAtExit = () => sendSignal(postmaster.pid, "SIGINT");
  process.once("exit", stopAtExit);

  const exited = postmaster.gone.then(async (end): Promise<PostgresExit> => {
    process.off("exit", stopAtExit);
    return { ...end, asked: closing !== undefined, logTail: await logFile.tail() };
  });
  const stop = async () => {
    // Also after its death: a killed postmaster may leave children.
    if (!(await stopCluster(mark, postmaster.pid, stopBounds))) {
      throw new Error(`Postgres (process ${postmaster.pid}) does not stop, not even when killed.`);
    }
    await exited;
  };
  const close = () => (closing ??= stop());
  return { url, pid: postmaster.pid, exited, close };
}
