import { readValue } from "../experiments/form-body.ts";
import type { FlagDraft, RolloutDraft, TesterDraft, VariantDraft } from "./flag-draft.ts";
import { partsOf } from "./percents.ts";
import type { Flag, FlagBody, FlagVariant, Rollout } from "./queries.ts";
import { buildRule, isUnfinished } from "./rule-conditions.ts";

/** What is sent; or what is wrong with a rule: sent without a part of it, it would reach more people than were meant. */
export function toFlagBody(
  draft: FlagDraft,
  before: Flag | undefined,
): { body: FlagBody } | { fault: string } {
  const rollouts: Rollout[] = [];
  for (const [place, rollout] of draft.rollouts.entries()) {
    const rule = ruleOf(rollout);
    if ("fault" in rule) return { fault: `Rule of group ${place + 1}: ${rule.fault}` };
    rollouts.push(toRollout(rollout, rule.value, draft.variants));
  }
  const body: FlagBody = {
    name: draft.name.trim(),
    key: draft.key.trim(),
    description: draft.description.trim() || null,
    tags: [...new Set(draft.tags.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== ""),
    context: draft.context.trim(),
    serving_method: draft.serving,
    status: before?.status ?? "disabled",
    data_group_id: before?.data_group_id ?? null,
    ruleset: {
      variants: toVariants(draft.variants, before),
      rollout: rollouts,
      test: { users: testersOf(draft.testers) },
    },
  };
  return { body };
}

const testersOf = (testers: readonly TesterDraft[]): Record<string, string> =>
  Object.fromEntries(
    testers
      .filter(({ person }) => person.trim() !== "")
      .map(({ person, variant }) => [person.trim(), variant]),
  );

function ruleOf({ rule }: RolloutDraft): { value: unknown } | { fault: string } {
  if (rule.kind === "conditions")
    return rule.conditions.some(isUnfinished)
      ? { fault: "a condition names no property; name one, or remove the condition." }
      : { value: buildRule(rule.conditions) };
  try {
    return { value: rule.text.trim() === "" ? null : (JSON.parse(rule.text) as unknown) };
  } catch {
    return { fault: "this is not JSON; check brackets and quotes." };
  }
}

function splitsOf(variants: readonly VariantDraft[], splits: Readonly<Record<string, string>>) {
  const parts = partsOf(
    variants.map(({ key }) => splits[key] ?? "0"),
    [],
  );
  return Object.fromEntries(variants.map(({ key }, place) => [key.trim(), parts[place] ?? 0]));
}

const part = (text: string): number => Math.round(Number(text) * 1e4) / 1e6;

const toRollout = (rollout: RolloutDraft, rule: unknown, variants: readonly VariantDraft[]): Rollout => ({
  name: rollout.name.trim() || null,
  rollout_percentage: part(rollout.percent),
  variant_splits: rollout.splits === undefined ? {} : splitsOf(variants, rollout.splits),
  runtime_evaluation_rule: rule,
  runtime_evaluation_definition: rollout.definition ?? null,
  variant_override: rollout.override === "" ? null : { key: rollout.override },
});

function toVariants(variants: readonly VariantDraft[], before: Flag | undefined): FlagVariant[] {
  const parts = partsOf(
    variants.map(({ percent }) => percent),
    variants.map(({ split }) => split),
  );
  return variants.map(({ key, value, isControl }, place) => ({
    key: key.trim(),
    value: readValue(value),
    split: parts[place] ?? 0,
    is_control: isControl,
    description: before?.ruleset.variants.find((variant) => variant.key === key)?.description ?? null,
  }));
}
