import type { WorkspaceScope } from "../../platform/access/index.ts";
import type { ExperimentDeps } from "../deps.ts";
import type { Changing } from "../record/change-experiment.ts";
import type { Experiment } from "../record/types.ts";
import { decisionsStore } from "./decisions-store.ts";
import { type Choice, effectOnFlag, type FlagNote } from "./flag-effect.ts";
import type { Gathered } from "./gather-evidence.ts";
import { warningOf } from "./warn.ts";

export type Settling = { choice: Choice; message: string; gathered: Gathered };

/** Carries a decision out: the flag, the line in the ledger, and what the record shows of both. */
export async function settleDecision(
  deps: Pick<ExperimentDeps, "flags">,
  scope: WorkspaceScope,
  { tx, now, changeFlag }: Changing,
  experiment: Experiment,
  { choice, message, gathered: { evidence } }: Settling,
): Promise<Experiment> {
  const flag = await deps.flags(tx).lockOfExperiment(experiment.id);
  const note = experiment.resultsCache.$flag as FlagNote | undefined;
  const effect = effectOnFlag(experiment, flag, choice, note);
  const saved = effect.kind === "changed" && flag ? await changeFlag(flag, effect.flag) : undefined;
  const { id, name } = scope.principal;
  const store = decisionsStore(tx);
  const revision = await store.nextRevision(experiment.id);
  const line = { experimentId: experiment.id, revision, ...choice, message, decidedAt: now, evidence };
  const decisionId = await store.insert({ ...line, decidedBy: { id, name } });
  const base = effect.kind === "changed" ? effect.base : undefined;
  const warning = warningOf(evidence.recommendation, choice, evidence.plan?.controlKey);
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
        decided_by_name: name,
        previous_ruleset: base?.ruleset ?? note?.base.ruleset ?? null,
        revision,
        recommendation: evidence.recommendation,
        ...(warning === undefined ? {} : { warning }),
        ...(effect.kind === "untouched" ? { flag_warning: effect.warning } : {}),
      },
    },
  };
}
