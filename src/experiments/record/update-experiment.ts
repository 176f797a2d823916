import { isDeepStrictEqual } from "node:util";
import type { WorkspaceScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { ExperimentDeps } from "../deps.ts";
import { gatherExposures } from "../results/gather.ts";
import { planOf } from "../results/plan.ts";
import { rightsOf } from "./access.ts";
import { type ChangeFailure, changeExperiment } from "./change-experiment.ts";
import { faultOfExperiment } from "./check-experiment.ts";
import { decisionKeys } from "./decision-keys.ts";
import { fillMetrics, fillSettings, fillVariants } from "./fill-defaults.ts";
import { keepExposedName } from "./keep-exposed-name.ts";
import { type LinkFailure, linkFlag } from "./link-flag.ts";
import type { StateFailure } from "./run-experiment.ts";
import { findExperiment } from "./see.ts";
import { TRANSITIONS } from "./states.ts";
import type { Cache, Experiment } from "./types.ts";
import type { UpdateRequest } from "./wire.ts";

export type UpdateFailure =
  | ChangeFailure
  | StateFailure
  | LinkFailure
  | { code: "invalid_experiment"; field: string; reason: string }
  | { code: "variants_in_use" };

type Asked = { id: string; ifMatch?: string | undefined };

/** Changes what is named and nothing else. A change of what the analysis rests on reopens a decided experiment. */
export async function updateExperiment(
  deps: ExperimentDeps,
  scope: WorkspaceScope,
  asked: Asked,
  body: UpdateRequest,
): Promise<Result<Experiment, UpdateFailure>> {
  const isExposed = body.variants !== undefined && (await hasExposures(deps, scope, asked.id));
  return await changeExperiment<UpdateFailure>(
    deps,
    scope,
    { ...asked, action: "experiment.update", reason: body.reason },
    async (experiment, { tx, changeFlag }) => {
      if (body.global_access_type !== undefined && !rightsOf(scope, experiment).own)
        return fail({ code: "not_yours" });
      const next = merge(deps, experiment, body);
      const fault = faultOfExperiment(next) ?? faultOfDates(next);
      if (fault) return fail({ code: "invalid_experiment", ...fault });
      if (experiment.status === "active" && splitsDiffer(experiment, next) && isExposed)
        return fail({ code: "variants_in_use" });
      const state = stateAfter(experiment, next, body.status);
      if (!state.ok) return state;
      if (body.settings?.featureFlag !== undefined) {
        const linked = await linkFlag(deps, scope, tx, state.value, changeFlag);
        if (!linked.ok) return linked;
      }
      const after = await keepExposedName(deps, tx, experiment, state.value);
      return ok(isDeepStrictEqual(after, experiment) ? experiment : after);
    },
  );
}

function merge(deps: ExperimentDeps, experiment: Experiment, body: UpdateRequest): Experiment {
  const moment = (given: string | null | undefined, before: Date | null): Date | null =>
    given === undefined ? before : given === null ? null : new Date(given);
  return {
    ...experiment,
    name: body.name ?? experiment.name,
    description: body.description === undefined ? experiment.description : body.description,
    hypothesis: body.hypothesis === undefined ? experiment.hypothesis : body.hypothesis,
    tags: body.tags ?? experiment.tags,
    variants: body.variants === undefined ? experiment.variants : fillVariants(body.variants),
    metrics: body.metrics === undefined ? experiment.metrics : fillMetrics(body.metrics, deps.randomness),
    settings: fillSettings(body.settings, experiment.settings),
    isShared: body.global_access_type === undefined ? experiment.isShared : body.global_access_type === "on",
    startDate: moment(body.start_date, experiment.startDate),
    endDate: moment(body.end_date, experiment.endDate),
    exposuresCache: mergeCache(experiment.exposuresCache, body.exposures_cache),
    resultsCache: mergeResults(experiment.resultsCache, body.results_cache),
  };
}

const SERVER_KEYS = new Set(["message", "variant", "decision"]);

/** Clients may put numbers of their own there, but not the server's: its marks, and the decision. */
function mergeCache(before: Cache, given: Cache | undefined): Cache {
  if (given === undefined) return before;
  const own = Object.entries(given).filter(([key]) => !key.startsWith("$") && !SERVER_KEYS.has(key));
  return { ...before, ...Object.fromEntries(own) };
}

/** Numbers that somebody else put there are no earlier looks of ours. */
function mergeResults(before: Cache, given: Cache | undefined): Cache {
  const { $plan, ...merged } = mergeCache(before, given);
  return given?.metrics === undefined && $plan !== undefined ? { ...merged, $plan } : merged;
}

function faultOfDates({ startDate, endDate, status }: Experiment) {
  if (startDate !== null && endDate !== null && endDate < startDate)
    return { field: "end_date", reason: "must not be before start_date" };
  if (status !== "draft" && startDate === null)
    return { field: "start_date", reason: "must not be null once the experiment was launched" };
  if (status !== "draft" && status !== "active" && endDate === null)
    return { field: "end_date", reason: "must not be null once the experiment has ended" };
  return undefined;
}

const splitsDiffer = (before: Experiment, after: Experiment): boolean => {
  const plan = ({ variants }: Experiment) => variants.map(({ key, split }) => [key, split]);
  return !isDeepStrictEqual(plan(before), plan(after));
};

/** Whether anybody saw a variant of an active experiment. One whose events are away counts as seen. */
async function hasExposures(deps: ExperimentDeps, scope: WorkspaceScope, id: string): Promise<boolean> {
  const found = await findExperiment(deps, scope, id);
  if (!found.ok || found.value.status !== "active") return false;
  const flag = (await deps.flags(deps.db).ofExperiments([id])).get(id);
  const plan = planOf(found.value, flag, deps.clock.now());
  const exposures = plan && (await gatherExposures(deps, scope.projectId, plan));
  return !exposures?.ok || exposures.value.firstMs !== null;
}

function stateAfter(
  before: Experiment,
  next: Experiment,
  asked: UpdateRequest["status"],
): Result<Experiment, StateFailure> {
  const isDecided = before.status === "success" || before.status === "fail";
  if (asked !== undefined && asked !== before.status) {
    const step = TRANSITIONS[before.status].undo;
    if (asked !== "concluded")
      return fail({
        code: "wrong_state",
        reason: `status: cannot be set to '${asked}' here; use launch, force_conclude or decide.`,
      });
    if ("refused" in step) return fail({ code: "wrong_state", reason: step.refused });
    return ok(withoutDecision({ ...next, status: step.to }));
  }
  if (!restsOnOther(before, next)) return ok(next);
  // Numbers of other dates or settings say nothing about these.
  const fresh = { ...next, exposuresCache: {}, resultsCache: decisionKeys(next.resultsCache) };
  return ok(isDecided ? withoutDecision({ ...fresh, status: "concluded" }) : fresh);
}

function restsOnOther(before: Experiment, after: Experiment): boolean {
  const plan = ({ startDate, endDate, settings, variants }: Experiment) => {
    const { featureFlag: _flag, minDays: _days, minExposuresPerVariant: _least, ...analysis } = settings;
    const compared = variants.map(({ key, split, is_control }) => [key, split, is_control]);
    return { startDate, endDate, analysis, compared };
  };
  return !isDeepStrictEqual(plan(before), plan(after));
}

/** The flag is left alone, and what is remembered of it stays: the next decision starts from the rules before the first. whoever undoes a decision says nothing about what is served. */
function withoutDecision(experiment: Experiment): Experiment {
  const { message: _message, variant: _variant, decision: _decision, ...kept } = experiment.resultsCache;
  return { ...experiment, resultsCache: kept };
}
