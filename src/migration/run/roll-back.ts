import type { MigrationDeps } from "../deps.ts";
import { jobsStore } from "../store/jobs-store.ts";
import { handOver } from "./hand-over.ts";
import { GENERATION } from "./load-slice.ts";

/**
 * Takes back the events a job alone brought: what was there before, or came from somewhere else as well, stays. Profiles keep what they
 * were told, since nobody knows what they would be otherwise.
 */
export async function rollBack(deps: MigrationDeps, jobId: string, signal: AbortSignal): Promise<void> {
  const jobs = jobsStore(deps.db);
  const job = await jobs.find(jobId);
  if (job?.state !== "rolling_back") return;
  const { position } = await handOver(
    () =>
      deps.frames.append(job.projectId, [{ kind: "commit", importId: job.id, generation: GENERATION + 1 }]),
    signal,
  );
  if (!(await deps.loader.loadedUpTo(position, signal)))
    throw new Error("stopped while events were taken back");
  deps.reach("migration.taken-back");
  await jobs.become(jobId, ["rolling_back"], "rolled_back");
  await jobs.change(jobId, { finishedAt: new Date(deps.clock.now()) });
}
