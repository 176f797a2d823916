import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../log.ts";
import { findClusterProcesses, readPostmasterPid } from "./cluster-processes.ts";
import { PostgresStartError } from "./start-error.ts";
import { stopCluster } from "./stop-cluster.ts";
import type { StopBounds } from "./types.ts";

/**
 * Clears the way for a new postmaster. After a `kill -9` of the server its Postgres lives on, and since the caller holds the
 * data folder's lock, whatever still runs on this cluster belongs to nobody. It is stopped, not adopted: the new server
 * may bring other settings or another build, and a child of ours is one whose end we are told of.
 */
export async function takeOver(cluster: string, mark: string, log: Log, bounds?: StopBounds): Promise<void> {
  const left = await findClusterProcesses(mark);
  if (left.length > 0) {
    log.info({ postgresPids: left }, "stopping the Postgres that an earlier server left behind");
    if (!(await stopCluster(mark, await readPostmasterPid(cluster), bounds))) {
      throw new PostgresStartError(
        `A Postgres left behind by an earlier server does not stop (process ${left.join(", ")}): most often the disk does not answer. Stop it, or restart the machine.`,
      );
    }
  }
  // Nobody runs here any more, so a pid that is left names a dead process or, worse, a stranger that got its number:
  // Postgres would take that one for a running postmaster and refuse to start.
  await rm(join(cluster, "postmaster.pid"), { force: true });
}
