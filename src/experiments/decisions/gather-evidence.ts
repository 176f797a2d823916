import { StoreBusy } from "../../events/index.ts";
import type { ExperimentDeps } from "../deps.ts";
import type { Cache, Experiment } from "../record/types.ts";
import { cachesWith, compute, earlierLines } from "../results/compute.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
import { readMarks } from "./store-marks.ts";

export type Gathered = { evidence: Evidence; caches: { exposures: Cache; results: Cache } };

/** The last look at the numbers before a decision. What is away for the moment is missing from it, and keeps nobody from deciding. */
export async function gatherEvidence(
  deps: Pick<ExperimentDeps, "db" | "events" | "clock" | "flags">,
  experiment: Experiment,
): Promise<Gathered> {
  const askedAt = new Date(deps.clock.now());
  const caches = { exposures: experiment.exposuresCache, results: experiment.resultsCache };
  try {
    const flag = (await deps.flags(deps.db).ofExperiments([experiment.id])).get(experiment.id);
    const marks = await readMarks(deps, experiment.projectId);
    const computed = await compute(deps, experiment, flag, askedAt.getTime());
    const earlier = computed ? earlierLines(experiment, computed.plan) : undefined;
    return {
      evidence: evidenceOf(computed, earlier, marks, askedAt),
      caches: computed ? cachesWith(experiment, computed, askedAt) : caches,
    };
  } catch (cause) {
    if (!(cause instanceof StoreBusy)) throw cause;
    const error = { part: "metrics", code: "away", message: "The events are away for the moment." } as const;
    const evidence = { ...evidenceOf(null, undefined, null, askedAt), errors: [error] };
    return { evidence, caches: { ...caches, results: { ...caches.results, $errors: [error] } } };
  }
}
