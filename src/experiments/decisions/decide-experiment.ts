import type { WorkspaceScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { ExperimentDeps } from "../deps.ts";
import { type ChangeFailure, type Changing, changeExperiment } from "../record/change-experiment.ts";
import type { StateFailure } from "../record/run-experiment.ts";
import { TRANSITIONS } from "../record/states.ts";
import { DEFER_VARIANT, type Experiment, NO_VARIANT } from "../record/types.ts";
import type { DecideRequest } from "../record/wire.ts";
import { decisionsStore } from "./decisions-store.ts";
import type { Evidence } from "./evidence.ts";
import { type Choice, effectOnFlag, type FlagNote } from "./flag-effect.ts";

export type DecideFailure =
  | ChangeFailure
  | StateFailure
  | { code: "unknown_variant"; variant: string; variants: readonly string[] };

type Asked = { id: string; ifMatch?: string | undefined };

/**
 * Records what was decided, and ships it. The same decision again changes nothing; another one is an edit, which starts from the flag
 * as it was before the first. Two at once take turns, and the later one is the edit.
 */
export function decideExperiment(
  deps: ExperimentDeps,
  scope: WorkspaceScope,
  asked: Asked,
  body: DecideRequest,
): Promise<Result<Experiment, DecideFailure>> {
  return changeExperiment<DecideFailure>(
    deps,
    scope,
    { ...asked, action: "experiment.decide" },
    async (experiment, changing) => {
      const step = TRANSITIONS[experiment.status][body.success ? "succeed" : "fail"];
      if ("refused" in step) return fail({ code: "wrong_state", reason: step.refused });
      const chosen = choose(experiment, body);
      if (!chosen.ok) return chosen;
      const message = body.message ?? "";
      if (isSame(experiment, step.to, chosen.value, message)) return ok(experiment);
      const ended = { ...experiment, endDate: experiment.endDate ?? changing.now };
      return ok(
        await settle(deps, scope, changing, { ...ended, status: step.to }, chosen.value, message, {}),
      );
    },
  );
}

/** The variant's own spelling of what was sent, exactly first, then without regard to capitals. */
function choose(experiment: Experiment, { success, variant }: DecideRequest): Result<Choice, DecideFailure> {
  const none = variant === undefined || variant === null || variant === "";
  if (none) return ok({ success, variant: success ? NO_VARIANT : null });
  if (success && (variant === NO_VARIANT || variant === DEFER_VARIANT)) return ok({ success, variant });
  const keys = experiment.variants.map(({ key }) => key);
  const known =
    keys.find((key) => key === variant) ?? keys.find((key) => key.toLowerCase() === variant.toLowerCase());
  if (known === undefined) return fail({ code: "unknown_variant", variant, variants: keys });
  return ok({ success, variant: known });
}

function isSame(experiment: Experiment, to: string, { variant }: Choice, message: string): boolean {
  const { resultsCache: cache } = experiment;
  return experiment.status === to && cache.variant === variant && cache.message === message;
}

async function settle(
  deps: ExperimentDeps,
  scope: WorkspaceScope,
  { tx, now, changeFlag }: Changing,
  experiment: Experiment,
  choice: Choice,
  message: string,
  evidence: Evidence,
): Promise<Experiment> {
  const flag = await deps.flags(tx).lockOfExperiment(experiment.id);
  const note = experiment.resultsCache.$flag as FlagNote | undefined;
  const effect = effectOnFlag(experiment, flag, choice, note);
  const saved = effect.kind === "changed" && flag ? await changeFlag(flag, effect.flag) : undefined;
  const store = decisionsStore(tx);
  const revision = await store.nextRevision(experiment.id);
  const { id, name } = scope.principal;
  const decidedBy = { id, name };
  const decisionId = await store.insert({
    ...{ experimentId: experiment.id, revision, ...choice, message, decidedAt: now, decidedBy, evidence },
  });
  const base = effect.kind === "changed" ? effect.base : undefined;
  return {
    ...experiment,
    resultsCache: {
      ...experiment.resultsCache,
      ...(base && saved
        ? { $flag: { base, modified: saved.modifiedAt.toISOString() } satisfies FlagNote }
        : {}),
      message,
      variant: choice.variant,
      decision: {
        id: decisionId,
        success: choice.success,
        decided_at: now.toISOString(),
        decided_by_id: id,
        previous_ruleset: base?.ruleset ?? note?.base.ruleset ?? null,
        revision,
        ...(effect.kind === "untouched" ? { flag_warning: effect.warning } : {}),
      },
    },
  };
}
