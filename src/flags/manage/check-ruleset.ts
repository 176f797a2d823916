import { faultOfRule } from "../rules/check-rule.ts";
import type { FlagVariant, Rollout, Ruleset } from "../types.ts";
import { VALUE_MAX_CHARACTERS, valueType } from "../variant-value.ts";

/** Where in the body something does not fit, and what to do about it. */
export type Fault = { field: string; reason: string };

const TOLERANCE = 1e-6;

/** What is wrong with a rule set beyond its shape, or nothing. */
export function faultOfRuleset({ variants, rollout, test }: Ruleset): Fault | undefined {
  return (
    faultOfVariants(variants, "ruleset.variants") ??
    first(rollout, (each, index) => faultOfRollout(each, variants, `ruleset.rollout[${index}]`)) ??
    faultOfTesters(test?.users ?? {}, variants)
  );
}

/** The same rules hold for the variants of experiments, wherever they stand. */
export function faultOfVariants(variants: readonly FlagVariant[], field: string): Fault | undefined {
  const seen = new Map<string, number>();
  const [one] = variants;
  if (one === undefined) return { field, reason: "must hold at least one variant" };
  return (
    first(variants, (variant, index) => {
      const at = `${field}[${index}]`;
      const key = variant.key.toLowerCase();
      const other = seen.get(key);
      seen.set(key, index);
      if (variant.key.startsWith("$") || variant.key === "__proto__")
        return {
          field: `${at}.key`,
          reason: "must not begin with '$' nor be '__proto__'; take another name",
        };
      if (other !== undefined)
        return {
          field: `${at}.key`,
          reason: `is the key of variant ${other} already; clients compare keys without regard to capitals`,
        };
      return faultOfValue(variant, one, at);
    }) ??
    faultOfControl(variants, field) ??
    faultOfSum(
      variants.map(({ split }) => split ?? 0),
      field,
    )
  );
}

function faultOfValue(variant: FlagVariant, one: FlagVariant, at: string): Fault | undefined {
  if (valueType(variant.value) !== valueType(one.value))
    return {
      field: `${at}.value`,
      reason: `must be of the same type as the first variant's value, ${valueType(one.value)}`,
    };
  if (typeof variant.value === "string" && variant.value.length > VALUE_MAX_CHARACTERS)
    return { field: `${at}.value`, reason: `must not have more than ${VALUE_MAX_CHARACTERS} characters` };
  if (variant.is_sticky)
    return { field: `${at}.is_sticky`, reason: "must be false: sticky variants are not supported yet" };
  return undefined;
}

function faultOfControl(variants: readonly FlagVariant[], field: string): Fault | undefined {
  const controls = variants.filter(({ is_control }) => is_control);
  if (controls.length <= 1) return undefined;
  const keys = controls.map(({ key }) => `'${key}'`).join(", ");
  return { field, reason: `must have one control at most, not ${keys}; leave is_control true on one` };
}

function faultOfSum(splits: readonly number[], field: string): Fault | undefined {
  const sum = splits.reduce((total, split) => total + split, 0);
  if (Math.abs(sum - 1) <= TOLERANCE) return undefined;
  return { field, reason: `must have splits that add up to 1, not to ${Number(sum.toFixed(6))}` };
}

function faultOfRollout(rollout: Rollout, variants: readonly FlagVariant[], at: string): Fault | undefined {
  const splits = Object.entries(rollout.variant_splits);
  const keys = new Set(variants.map(({ key }) => key));
  const unknown = splits.find(([key]) => !keys.has(key));
  if (unknown)
    return {
      field: `${at}.variant_splits`,
      reason: `names '${unknown[0]}', which is no variant of this flag`,
    };
  if (splits.length > 0) {
    const own = variants.map(({ key, split }) => rollout.variant_splits[key] ?? split ?? 0);
    const fault = faultOfSum(own, `${at}.variant_splits`);
    if (fault) return fault;
  }
  const override = rollout.variant_override?.key.toLowerCase();
  if (override !== undefined && !variants.some(({ key }) => key.toLowerCase() === override))
    return { field: `${at}.variant_override`, reason: "must name a variant of this flag" };
  if (rollout.runtime_evaluation_rule !== undefined && rollout.runtime_evaluation_rule !== null) {
    const fault = faultOfRule(rollout.runtime_evaluation_rule);
    if (fault) return { field: `${at}.runtime_evaluation_rule`, reason: fault };
  }
  return undefined;
}

function faultOfTesters(
  users: Readonly<Record<string, string>>,
  variants: readonly FlagVariant[],
): Fault | undefined {
  const keys = new Set(variants.map(({ key }) => key.toLowerCase()));
  const lost = Object.entries(users).find(([, key]) => !keys.has(key.toLowerCase()));
  return (
    lost && {
      field: "ruleset.test.users",
      reason: `gives '${lost[0]}' the variant '${lost[1]}', which there is not`,
    }
  );
}

function first<Item>(
  items: readonly Item[],
  find: (item: Item, index: number) => Fault | undefined,
): Fault | undefined {
  for (const [index, item] of items.entries()) {
    const fault = find(item, index);
    if (fault) return fault;
  }
  return undefined;
}
