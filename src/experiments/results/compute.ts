import { createHash } from "node:crypto";
import type { Lane } from "../../events/index.ts";
import type { Flag } from "../../flags/index.ts";
import { recommend } from "../decisions/recommend.ts";
import type { Metric } from "../record/metric-wire.ts";
import type { Cache, Experiment } from "../record/types.ts";
import { type Analysis, analyse, type EarlierP, type ResultLines } from "./analyse.ts";
import { exposuresCacheOf } from "./exposures-cache.ts";
import {
  findKnownEvents,
  type GatherDeps,
  type GatherFailure,
  gatherExposures,
  gatherStatistics,
} from "./gather.ts";
import { type AnalysisPlan, planOf } from "./plan.ts";
import { isReady } from "./ready.ts";
import type { Exposures, Statistics } from "./statistics.ts";

/** Raised with every change of what is asked or reckoned, so that an older decision can be told apart. */
export const ENGINE_VERSION = "1";

export type ComputeError = { part: "exposures" | "metrics"; code: string; message: string };

export type Computed = {
  plan: AnalysisPlan;
  exposures: Exposures | null;
  statistics: Statistics | null;
  analysis: Analysis | null;
  /** How far each lane of the journal was loaded when the events were asked. */
  positions: Record<Lane, number>;
  /** Events that metrics name and nobody has ever sent. */
  unknownEvents: string[];
  errors: ComputeError[];
};

/** Asks the events, and reckons. Null for a draft. A question that fails leaves its part out and says so. */
export async function compute(
  deps: GatherDeps,
  experiment: Experiment,
  flag: Flag | undefined,
  nowMs: number,
): Promise<Computed | null> {
  const plan = planOf(experiment, flag, nowMs);
  if (plan === null) return null;
  const lines = earlierLines(experiment, plan);
  const earlier: EarlierP = (metric, variant) => lines?.[metric]?.[variant]?.sequential_p_min ?? undefined;
  return await computePlan(deps, experiment.projectId, plan, earlier);
}

/** The same for a plan that was made earlier. */
export async function computePlan(
  deps: GatherDeps,
  projectId: number,
  plan: AnalysisPlan,
  earlier: EarlierP,
): Promise<Computed> {
  const positions = await deps.events.positions(projectId);
  const errors: ComputeError[] = [];
  const note = (part: ComputeError["part"], failure: GatherFailure): null => {
    errors.push({ part, code: failure.code, message: MESSAGES[failure.code] });
    return null;
  };
  const exposed = await gatherExposures(deps, projectId, plan);
  const exposures = exposed.ok ? exposed.value : note("exposures", exposed.failure);
  const gathered = await gatherStatistics(deps, projectId, plan);
  const statistics = gathered.ok ? gathered.value : note("metrics", gathered.failure);
  const silent = statistics === null ? [] : silentEvents(plan, statistics);
  const known = await findKnownEvents(deps, projectId, silent);
  const unknownEvents = known.ok ? silent.filter((name) => !known.value.has(name)) : [];
  const analysis = statistics && analyseWith(plan, statistics, earlier, unknownEvents);
  return { plan, exposures, statistics, analysis, positions, unknownEvents, errors };
}

const MESSAGES: Record<GatherFailure["code"], string> = {
  timed_out: "The events could not be asked in time; narrow the dates or take metrics out, or try again.",
  too_large:
    "The events need more memory than there is; narrow the dates or take metrics out, or raise STORE_MEMORY_MB.",
  cancelled: "The question was broken off; try again.",
  too_busy: "Too many questions wait already; try again.",
  damaged: "The project's events are being loaded anew; try again in a while.",
};

/** Reckons and adds what the sums alone do not say. */
export function analyseWith(
  plan: AnalysisPlan,
  statistics: Statistics,
  earlier: EarlierP,
  unknownEvents: readonly string[],
): Analysis {
  const analysis = analyse(plan, statistics, earlier);
  for (const metric of plan.metrics) {
    const unknown = eventsOf(metric).filter((name) => unknownEvents.includes(name));
    const warnings = unknown.map(
      (name) => `not enough data: no event '${name}' was ever sent; check its name`,
    );
    for (const line of Object.values(analysis.metrics[metric.id] ?? {})) line.warnings.push(...warnings);
  }
  return analysis;
}

const eventsOf = ({ event, denominator, steps }: Metric): string[] => [
  ...new Set([event, denominator, ...(steps ?? [])].flatMap((one) => (one ? [one.name] : []))),
];

/** Events of metrics in which nobody did anything. */
function silentEvents(plan: AnalysisPlan, statistics: Statistics): string[] {
  const isSilent = ({ id }: Metric) =>
    Object.values(statistics[id] ?? {}).every((one) =>
      one.shape === "pair" ? one.a === 0 || one.b === 0 : one.y === 0,
    );
  return [...new Set(plan.metrics.filter(isSilent).flatMap(eventsOf))];
}

/** What makes two looks looks at the same thing: all but how far time has come. */
const fingerprintOf = ({ toMs: _toMs, ...plan }: AnalysisPlan): string =>
  createHash("sha256").update(JSON.stringify(plan)).digest("hex").slice(0, 16);

/** The smallest p so far is part of the sequential test; another plan starts anew. */
export function earlierLines({ resultsCache }: Experiment, plan: AnalysisPlan): ResultLines | undefined {
  return resultsCache.$plan === fingerprintOf(plan)
    ? (resultsCache.metrics as ResultLines | undefined)
    : undefined;
}

/** The caches with what was computed in them; what could not be computed stays as it was, and is named. */
export function cachesWith(
  { exposuresCache, resultsCache, metrics }: Experiment,
  { plan, exposures, analysis, errors }: Computed,
  computedAt: Date,
): { exposures: Cache; results: Cache } {
  const placeholders = metrics.filter(({ name }) => name === "").length;
  return {
    exposures: exposures === null ? exposuresCache : exposuresCacheOf(plan, exposures, computedAt),
    results: {
      ...resultsCache,
      ...(analysis === null
        ? {}
        : { ...analysis, $plan: fingerprintOf(plan), $last_computed: computedAt.toISOString() }),
      ready_to_review: isReady(plan, exposures),
      ...(analysis && exposures ? { recommendation: recommend(plan, exposures, analysis) } : {}),
      $errors: errors,
      $warnings: placeholders === 0 ? [] : [`${placeholders} metrics have no name and were passed over`],
    },
  };
}
