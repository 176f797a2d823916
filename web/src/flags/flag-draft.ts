import { percentText } from "./percents.ts";
import type { Flag, FlagBody, Rollout } from "./queries.ts";
import { type Condition, readRule } from "./rule-conditions.ts";

/** A flag while somebody edits it: texts and percents, as they stand in the form. Ids are for lists whose order changes. */
export type VariantDraft = {
  id: string;
  key: string;
  percent: string;
  value: string;
  isControl: boolean;
  split?: number | undefined;
};
export type RolloutDraft = {
  id: string;
  name: string;
  percent: string;
  /** Empty: by splits. */
  override: string;
  /** Percent by variant key; undefined: the variants' own splits. */
  splits: Record<string, string> | undefined;
  rule: { kind: "conditions"; conditions: Condition[] } | { kind: "json"; text: string };
  /** The older form of a rule is kept as it is. */
  definition: Rollout["runtime_evaluation_definition"];
};
export type TesterDraft = { id: string; person: string; variant: string };
export type FlagDraft = {
  name: string;
  key: string;
  description: string;
  tags: string;
  context: string;
  serving: FlagBody["serving_method"];
  variants: VariantDraft[];
  rollouts: RolloutDraft[];
  testers: TesterDraft[];
};

let made = 0;
/** Names a part of a list for as long as it is edited. */
export const partId = (): string => {
  made += 1;
  return `part-${made}`;
};

export const newRollout = (): RolloutDraft => ({
  ...{ id: partId(), name: "", percent: "100", override: "", splits: undefined, definition: undefined },
  rule: { kind: "conditions", conditions: [] },
});

export const NEW_FLAG = (): FlagDraft => ({
  ...{ name: "", key: "", description: "", tags: "", context: "distinct_id", serving: "remote_or_local" },
  variants: [
    { id: partId(), key: "control", percent: "50", value: "false", isControl: true },
    { id: partId(), key: "treatment", percent: "50", value: "true", isControl: false },
  ],
  rollouts: [newRollout()],
  testers: [],
});

export const draftOf = ({ ruleset, ...flag }: Flag): FlagDraft => ({
  name: flag.name,
  key: flag.key,
  description: flag.description ?? "",
  tags: flag.tags.join(", "),
  context: flag.context,
  serving: flag.serving_method as FlagBody["serving_method"],
  variants: ruleset.variants.map(({ key, split, value, is_control }) => ({
    id: partId(),
    key,
    percent: percentText(split),
    value: typeof value === "string" ? value : JSON.stringify(value),
    isControl: is_control ?? false,
    split,
  })),
  rollouts: ruleset.rollout.map(rolloutDraft),
  testers: Object.entries(ruleset.test?.users ?? {}).map(([person, variant]) => ({
    id: partId(),
    person,
    variant,
  })),
});

function rolloutDraft(rollout: Rollout): RolloutDraft {
  const conditions = readRule(rollout.runtime_evaluation_rule);
  const splits = Object.entries(rollout.variant_splits);
  return {
    id: partId(),
    name: rollout.name ?? "",
    percent: percentText(rollout.rollout_percentage),
    override: rollout.variant_override?.key ?? "",
    splits:
      splits.length === 0
        ? undefined
        : Object.fromEntries(splits.map(([key, one]) => [key, percentText(one)])),
    rule:
      conditions === undefined
        ? { kind: "json", text: JSON.stringify(rollout.runtime_evaluation_rule, null, 2) }
        : { kind: "conditions", conditions },
    definition: rollout.runtime_evaluation_definition,
  };
}
