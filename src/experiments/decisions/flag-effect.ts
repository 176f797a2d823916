import type { Flag, Ruleset } from "../../flags/index.ts";
import { DEFER_VARIANT, type Experiment, NO_VARIANT } from "../record/types.ts";

/** What the flag was like before the first decision: every decision starts from it, never from what an earlier one made of it. */
export type FlagBase = { ruleset: Ruleset };

/** What was last done to the flag by the experiment; another moment on the flag means that somebody edited it by hand since. */
export type FlagNote = { base: FlagBase; modified: string };

export type FlagEffect =
  | { kind: "none" }
  | { kind: "untouched"; warning: string }
  | { kind: "changed"; flag: Flag; base: FlagBase };

export type Choice = { success: boolean; variant: string | null };

/** What a decision makes of the experiment's flag: the winner for everybody, or nothing for anybody. */
export function effectOnFlag(
  experiment: Experiment,
  flag: Flag | undefined,
  { success, variant }: Choice,
  note: FlagNote | undefined,
): FlagEffect {
  const named = experiment.settings.featureFlag;
  if (flag === undefined)
    return named === null
      ? { kind: "none" }
      : untouched(`the flag '${named.key ?? named.id}' is not linked any more or was deleted`);
  if (named?.onDecide === "log_only") return { kind: "none" };
  if (flag.status === "archived") return untouched(`the flag '${flag.key}' is archived`);
  if (note !== undefined && note.modified !== flag.modifiedAt.toISOString())
    return untouched(`the flag '${flag.key}' was edited by hand after the experiment ended`);
  const base = note?.base ?? { ruleset: flag.ruleset };
  const over = { ...flag, isExperimentActive: false };
  if (success && variant === DEFER_VARIANT) return { kind: "changed", base, flag: over };
  if (!success || variant === null || variant === NO_VARIANT)
    return { kind: "changed", base, flag: { ...over, ruleset: base.ruleset, status: "disabled" } };
  const ruleset = ship(base.ruleset, variant);
  if (ruleset === undefined) return untouched(`the flag '${flag.key}' has no variant '${variant}'`);
  return { kind: "changed", base, flag: { ...over, ruleset, status: "enabled" } };
}

const untouched = (why: string): FlagEffect => ({
  kind: "untouched",
  warning: `The decision was recorded, but the flag was left as it is: ${why}.`,
});

/** One group without filters that gives the winner to all. Test users keep theirs. */
function ship({ variants, test }: Ruleset, winner: string): Ruleset | undefined {
  const key = variants.find((variant) => variant.key.toLowerCase() === winner.toLowerCase())?.key;
  if (key === undefined) return undefined;
  const splits = Object.fromEntries(variants.map((variant) => [variant.key, variant.key === key ? 1 : 0]));
  return {
    variants,
    rollout: [{ name: "Shipped by a decision", rollout_percentage: 1, variant_splits: splits }],
    test: test ?? null,
  };
}
