import { compileRule } from "../rules/compile-rule.ts";
import { lowerCase } from "../rules/lower-case.ts";
import type { Flag, FlagVariant, Rollout } from "../types.ts";
import { variantsOf } from "../variant-order.ts";
import { utf8 } from "./fnv.ts";

/** What the caller tells of the subject, lowered; null when nothing was told. */
export type Told = Record<string, unknown> | null;

type CompiledRollout = {
  percentage: number;
  salt: Uint8Array;
  /** Absent: everybody. */
  rule: ((told: Told) => boolean) | undefined;
  /** The place of the variant that is given to all, or -1. */
  override: number;
  /** Up to which bucket each variant goes. */
  cumulative: number[];
};

/** A flag made ready for deciding: texts are bytes, answers are JSON. */
export type CompiledFlag = {
  key: string;
  context: string;
  /** What both hashes of a subject go on with. */
  salt: Uint8Array;
  rollouts: CompiledRollout[];
  /** By distinct id: the answer of a test user. */
  testers: ReadonlyMap<string, string>;
  /** `"key":{…}`, in the order in which variants are walked. */
  answers: string[];
};

export const VARIANT_SALT = utf8("variant");

export function compileFlag(flag: Flag): CompiledFlag {
  const { rollout, test } = flag.ruleset;
  const variants = variantsOf(flag);
  const placeOf = (key: string) =>
    variants.findIndex((variant) => variant.key.toLowerCase() === key.toLowerCase());
  const testers = Object.entries(test?.users ?? {})
    .map(([id, key]) => [id, placeOf(key)] as const)
    .filter(([, place]) => place !== -1)
    .map(([id, place]) => [id, answerOf(flag, variants[place], true)] as const);
  return {
    key: flag.key,
    context: flag.context,
    salt: utf8(flag.key + (flag.hashSalt ?? "")),
    rollouts: rollout.map((each, index) => ({
      percentage: each.rollout_percentage,
      salt: utf8(flag.hashSalt === null ? "rollout" : String(index)),
      rule: conditionOf(each),
      override: each.variant_override ? placeOf(each.variant_override.key) : -1,
      cumulative: cumulate(variants, each),
    })),
    testers: new Map(testers),
    answers: variants.map((variant) => answerOf(flag, variant, false)),
  };
}

/** Added up one by one, as the clients do: another order could round otherwise. */
function cumulate(variants: readonly FlagVariant[], { variant_splits: splits }: Rollout): number[] {
  let sum = 0;
  return variants.map(({ key, split }) => {
    sum += (Object.hasOwn(splits, key) ? splits[key] : split) || 0;
    return sum;
  });
}

function answerOf(flag: Flag, variant: FlagVariant | undefined, isTester: boolean): string {
  const answer = {
    variant_key: variant?.key,
    variant_value: variant?.value,
    ...(flag.experimentId === null ? {} : { experiment_id: flag.experimentId }),
    ...(flag.isExperimentActive === null ? {} : { is_experiment_active: flag.isExperimentActive }),
    is_qa_tester: isTester,
  };
  return `${JSON.stringify(flag.key)}:${JSON.stringify(answer)}`;
}

function conditionOf(rollout: Rollout): ((told: Told) => boolean) | undefined {
  const { runtime_evaluation_rule: rule, runtime_evaluation_definition: definition } = rollout;
  if (rule) return safely(() => compileRule(lowerCase(rule, false)));
  if (!definition) return undefined;
  // The names of a definition are not lowered, those of what is told are: so a capital letter in one never matches, here as there.
  return safely(() => {
    const wanted = Object.entries(definition).map(
      ([name, value]) => [name, String(value).toLowerCase()] as const,
    );
    return (told) =>
      told !== null &&
      wanted.every(
        ([name, value]) => Object.hasOwn(told, name) && String(told[name]).toLowerCase() === value,
      );
  });
}

/** What cannot be evaluated does not hold, here as in the clients: one flag's rule never takes the other flags along. */
function safely(compile: () => (told: Told) => unknown): (told: Told) => boolean {
  try {
    const compiled = compile();
    return (told) => {
      try {
        return Boolean(compiled(told));
      } catch {
        return false;
      }
    };
  } catch {
    return () => false;
  }
}
