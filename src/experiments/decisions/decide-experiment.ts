import { isDeepStrictEqual } from "node:util";
import type { WorkspaceScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { ExperimentDeps } from "../deps.ts";
import { type ChangeFailure, changeExperiment } from "../record/change-experiment.ts";
import { decisionKeys } from "../record/decision-keys.ts";
import type { StateFailure } from "../record/run-experiment.ts";
import { findExperiment } from "../record/see.ts";
import { TRANSITIONS } from "../record/states.ts";
import { DEFER_VARIANT, type Experiment, NO_VARIANT, type Status } from "../record/types.ts";
import type { DecideRequest } from "../record/wire.ts";
import type { Choice } from "./flag-effect.ts";
import { gatherEvidence } from "./gather-evidence.ts";
import { settleDecision } from "./settle-decision.ts";

export type DecideFailure =
  | ChangeFailure
  | StateFailure
  | { code: "unknown_variant"; variant: string; variants: readonly string[] };

type Asked = { id: string; ifMatch?: string | undefined };

/** So often a plan may change while its numbers are computed before somebody has to try again. */
const TRIES_MAX = 5;

/**
 * Records what was decided, and ships it. The same decision again changes nothing; another one is an edit, which starts from the flag
 * as it was before the first. Two at once take turns, and the later one is the edit.
 */
export async function decideExperiment(
  deps: ExperimentDeps,
  scope: WorkspaceScope,
  asked: Asked,
  body: DecideRequest,
): Promise<Result<Experiment, DecideFailure>> {
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const found = await findExperiment(deps, scope, asked.id);
    if (!found.ok) return found;
    const decided = await decideOnce(deps, scope, asked, body, found.value);
    if (decided.ok || decided.failure.code !== "plan_changed")
      return decided as Result<Experiment, DecideFailure>;
  }
  return fail({ code: "stale" });
}

type OnceFailure = DecideFailure | { code: "plan_changed" };

/** The numbers are computed first: they take seconds, and nobody else should have to wait for them. */
async function decideOnce(
  deps: ExperimentDeps,
  scope: WorkspaceScope,
  asked: Asked,
  body: DecideRequest,
  seen: Experiment,
): Promise<Result<Experiment, OnceFailure>> {
  const first = judge(seen, body);
  const gathered = first.ok && !first.value.isSame ? await gatherEvidence(deps, seen) : undefined;
  return changeExperiment<OnceFailure>(
    deps,
    scope,
    { ...asked, action: "experiment.decide" },
    async (experiment, changing) => {
      const judged = judge(experiment, body);
      if (!judged.ok) return judged;
      if (judged.value.isSame) return ok(experiment);
      if (gathered === undefined || !isSamePlan(seen, experiment)) return fail({ code: "plan_changed" });
      const { choice, to } = judged.value;
      const decided = {
        ...experiment,
        status: to,
        endDate: endOf(experiment, changing.now),
        exposuresCache: gathered.caches.exposures,
        // What others noted meanwhile, a decision above all, is newer than what was seen.
        resultsCache: { ...gathered.caches.results, ...decisionKeys(experiment.resultsCache) },
      };
      const message = body.message ?? "";
      return ok(await settleDecision(deps, scope, changing, decided, { choice, message, gathered }));
    },
  );
}

/** A decision ends what is still running, also when its end was set to a later day. */
const endOf = ({ status, endDate }: Experiment, now: Date): Date =>
  endDate === null || (status === "active" && endDate > now) ? now : endDate;

type Judged = { to: Status; choice: Choice; isSame: boolean };

function judge(experiment: Experiment, body: DecideRequest): Result<Judged, DecideFailure> {
  const step = TRANSITIONS[experiment.status][body.success ? "succeed" : "fail"];
  if ("refused" in step) return fail({ code: "wrong_state", reason: step.refused });
  const choice = choose(experiment, body);
  if (!choice.ok) return choice;
  const { variant, message } = experiment.resultsCache;
  const isSame =
    experiment.status === step.to && variant === choice.value.variant && message === (body.message ?? "");
  return ok({ to: step.to, choice: choice.value, isSame });
}

/** The variant's own spelling of what was sent, exactly first, then without regard to capitals. */
function choose(experiment: Experiment, { success, variant }: DecideRequest): Result<Choice, DecideFailure> {
  if (variant === undefined || variant === null || variant === "")
    return ok({ success, variant: success ? NO_VARIANT : null });
  if (success && (variant === NO_VARIANT || variant === DEFER_VARIANT)) return ok({ success, variant });
  const keys = experiment.variants.map(({ key }) => key);
  const known =
    keys.find((key) => key === variant) ?? keys.find((key) => key.toLowerCase() === variant.toLowerCase());
  if (known === undefined) return fail({ code: "unknown_variant", variant, variants: keys });
  return ok({ success, variant: known });
}

/** Whether the numbers of the one hold for the other. An end that a decision set in between is this very moment. */
function isSamePlan(seen: Experiment, now: Experiment): boolean {
  const plan = ({ variants, metrics, settings, startDate }: Experiment) => ({
    variants,
    metrics,
    settings,
    startDate,
  });
  const sameEnd = seen.endDate === null || seen.endDate.getTime() === now.endDate?.getTime();
  return sameEnd && isDeepStrictEqual(plan(seen), plan(now));
}
