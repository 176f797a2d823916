import type { Ruleset } from "./types.ts";

/**
 * With everything that published clients expect in a definition: a client that misses a field loses all its flags, not just this
 * one. `test` is complete or not there.
 */
export function fillRuleset({ test, ...rules }: Ruleset): Ruleset {
  return {
    ...rules,
    variants: rules.variants.map((variant) => ({ ...variant, is_control: variant.is_control ?? false })),
    ...(test === undefined || test === null ? {} : { test: { users: test.users ?? {} } }),
  };
}
