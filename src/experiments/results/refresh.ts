import { setTimeout as sleep } from "node:timers/promises";
import { Type } from "typebox";
import { StoreBusy } from "../../events/index.ts";
import { job } from "../../platform/jobs/index.ts";
import type { ExperimentDeps } from "../deps.ts";
import { decisionKeys } from "../record/decision-keys.ts";
import { experimentsStore } from "../record/experiments-store.ts";
import type { Experiment } from "../record/types.ts";
import { cachesWith, compute } from "./compute.ts";

/** Fills an experiment's caches. Undefined when it was changed meanwhile: what was computed is then about something else. */
export async function refresh(
  deps: Pick<ExperimentDeps, "db" | "events" | "clock" | "flags">,
  experiment: Experiment,
): Promise<Experiment | undefined> {
  const flag = (await deps.flags(deps.db).ofExperiments([experiment.id])).get(experiment.id);
  const computed = await compute(deps, experiment, flag, deps.clock.now());
  if (computed === null) return experiment;
  const { exposures, results } = cachesWith(experiment, computed, new Date(deps.clock.now()));
  return await deps.db.transaction().execute(async (tx) => {
    const store = experimentsStore(tx);
    const now = await store.find(experiment.workspaceId, experiment.id, { lock: true });
    if (now?.modifiedAt.getTime() !== experiment.modifiedAt.getTime()) return undefined;
    // Computing took a while: of a person who was erased meanwhile, nothing that was read before comes back.
    const kept = { exposures, results: { ...results, ...decisionKeys(now.resultsCache) } };
    await store.saveCaches(now, kept);
    return { ...now, exposuresCache: kept.exposures, resultsCache: kept.results };
  });
}

/** In one round. */
const ROUND_MAX = 1_000;
/** Between two experiments, so that people's own questions come in between. */
const REST_MS = 50;

/** Every hour: the numbers of all active experiments, and the last ones of those that ended since. */
export const refreshActiveJob = job({
  name: "experiments.refresh-active",
  payload: Type.Object({}),
  attemptsMax: 3,
  serialBy: () => "all",
  schedule: { cron: "23 * * * *", timeZone: "UTC", payload: {} },
  async run(deps: Pick<ExperimentDeps, "db" | "events" | "clock" | "flags">, _payload, { signal, log }) {
    const store = experimentsStore(deps.db);
    for (const id of await store.listRunning(ROUND_MAX)) {
      signal.throwIfAborted();
      const experiment = await store.findById(id);
      if (experiment === undefined || !isDue(experiment)) continue;
      try {
        await refresh(deps, experiment);
      } catch (cause) {
        // One project's events may be away for a while; the others' are not.
        if (!(cause instanceof StoreBusy)) throw cause;
        log.warn(
          { experimentId: id, projectId: experiment.projectId },
          "events are away; computed an hour later",
        );
      }
      await sleep(REST_MS);
    }
  },
});

function isDue({ status, endDate, resultsCache }: Experiment): boolean {
  if (status === "active") return true;
  const last = resultsCache.$last_computed;
  return typeof last !== "string" || endDate === null || new Date(last) < endDate;
}
