import type { Choice, Experiment } from "./queries.ts";
import { decisionOf } from "./results.ts";
import { DEFER_VARIANT, NO_VARIANT } from "./words.ts";

/** What somebody has answered so far. Nothing is answered for them. */
export type DecisionDraft = { success: boolean | undefined; message: string; variant: string | undefined };

/** Empty for a first decision; an edit begins with what was decided. */
export function draftOf(experiment: Experiment): DecisionDraft {
  const decision = decisionOf(experiment);
  if (decision === null) return { success: undefined, message: "", variant: undefined };
  const { success, message, variant } = decision;
  return { success, message, variant: success ? (variant ?? NO_VARIANT) : undefined };
}

/** What is missing, in the order in which it is asked; undefined when it can be recorded. */
export function missingOf({ success, message, variant }: DecisionDraft): string | undefined {
  if (success === undefined) return "Say first whether it worked.";
  if (message.trim() === "") return "Say what you learned.";
  if (success && variant === undefined) return "Choose which variant is shipped, or none.";
  return undefined;
}

export const choiceOf = ({ success, message, variant }: DecisionDraft): Choice => ({
  success: success === true,
  message: message.trim(),
  variant: success === true ? (variant ?? null) : null,
});

/** What will be recorded and what it does, in one sentence. */
export function summaryOf({ success, variant }: DecisionDraft, experiment: Experiment): string | undefined {
  if (success === undefined || (success && variant === undefined)) return undefined;
  const ends = experiment.status === "active" ? " The experiment ends now." : "";
  return `“${experiment.name}” is recorded as ${success ? "worked" : "did not work"}.${ends} ${effectOf(success, variant, experiment)}`;
}

function effectOf(
  success: boolean,
  variant: string | undefined,
  { feature_flag: flag, settings }: Experiment,
): string {
  if (flag === null) return "No flag is linked, so nothing else changes.";
  const name = `The flag “${flag.key}”`;
  if (settings.featureFlag?.onDecide === "log_only") return `${name} is left as it is, as the settings say.`;
  if (!success || variant === NO_VARIANT) return `${name} is switched off.`;
  if (variant === DEFER_VARIANT) return `${name} goes on serving as it does.`;
  return `${name} gives “${variant}” to everybody.`;
}
