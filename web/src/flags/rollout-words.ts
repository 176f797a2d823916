import type { Flag, Rollout } from "./queries.ts";

const share = (part: number): string => `${Number((part * 100).toFixed(2))}%`;

/** Whom one rollout reaches and what they get, in words. */
export function rolloutWords(rollout: Rollout, variants: Flag["ruleset"]["variants"]): string {
  const hasRule = Boolean(rollout.runtime_evaluation_rule ?? rollout.runtime_evaluation_definition);
  const who = `${share(rollout.rollout_percentage)} of ${hasRule ? "those its rule fits" : "everybody"}`;
  if (rollout.variant_override) return `${who} get “${rollout.variant_override.key}”`;
  const splits = variants.map(({ key, split }) => [key, rollout.variant_splits[key] ?? split ?? 0] as const);
  const given = splits.filter(([, part]) => part > 0).map(([key, part]) => `${key} ${share(part)}`);
  return `${who}: ${given.join(", ")}`;
}

/** The first rollouts in a few words, for lists. */
export const servingWords = ({ status, ruleset }: Pick<Flag, "status" | "ruleset">): string => {
  if (status !== "enabled") return "nobody";
  const [first, ...more] = ruleset.rollout;
  if (first === undefined) return "nobody but test users";
  return `${rolloutWords(first, ruleset.variants)}${more.length === 0 ? "" : `; ${more.length} more`}`;
};
