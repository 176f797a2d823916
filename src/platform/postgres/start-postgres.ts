import { readOrCreateSecretFile } from "../data-folder/index.ts";
import { systemRandomness } from "../secrets.ts";
import { clusterExists, clusterIn, ensureOwner } from "./cluster.ts";
import { clusterMark } from "./cluster-processes.ts";
import { createCluster, removeHalfMade } from "./create-cluster.ts";
import { findFreePort } from "./free-port.ts";
import { launch } from "./launch.ts";
import { prepareRuntime } from "./prepare-runtime.ts";
import { ensureReach } from "./reach.ts";
import { chooseRunUser } from "./run-user.ts";
import { takeOver } from "./take-over.ts";
import type { RunningPostgres, StartPostgresOptions } from "./types.ts";
import { watchForStop } from "./watch-for-stop.ts";

const READY_TIMEOUT_MS = 120_000;

/**
 * Starts the control plane's Postgres in the data folder, making the cluster at the first start and clearing away what a
 * killed server left behind. Throws `PostgresStartError` with a sentence for the operator when that is not possible.
 */
export async function startPostgres({
  dataFolder,
  log,
  randomness = systemRandomness,
  readyTimeoutMs = READY_TIMEOUT_MS,
  stopBounds,
  findPort = findFreePort,
  settings = {},
  ...where
}: StartPostgresOptions): Promise<RunningPostgres> {
  const startedAt = performance.now();
  const cluster = clusterIn(dataFolder);
  const isFirst = !(await clusterExists(cluster));
  const runAs = await chooseRunUser(cluster, log);
  await ensureReach(dataFolder, runAs);
  const runtime = await prepareRuntime({ dataFolder, log, runAs, ...where });
  await removeHalfMade(dataFolder);
  const password = await readOrCreateSecretFile(dataFolder, "postgres-password", randomness);
  if (isFirst) await createCluster({ dataFolder, runtime, runAs, password, randomness });

  const mark = clusterMark(cluster);
  await takeOver(cluster, mark, log, stopBounds);
  await ensureOwner(cluster, runAs);
  const running = await launch({
    dataFolder,
    runtime,
    cluster,
    mark,
    runAs,
    password,
    readyTimeoutMs,
    stopBounds,
    findPort,
    settings,
  });
  watchForStop(cluster, running);
  const tookMs = Math.round(performance.now() - startedAt);
  log.info({ postgresPid: running.pid, isFirst, tookMs }, "Postgres is ready");
  return running;
}
