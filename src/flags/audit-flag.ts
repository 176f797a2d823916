import type { Flag, Ruleset } from "./types.ts";

/** What the audit log keeps of a flag. */
export const auditOfFlag = ({ key, name, status, context, ruleset, experimentId, ...flag }: Flag) => ({
  ...{ key, name, status, context },
  ruleset: auditOfRuleset(ruleset),
  experiment_id: experimentId,
  is_experiment_active: flag.isExperimentActive,
  hash_salt: flag.hashSalt,
  variant_order: flag.variantOrder,
});

/** How many test users, never who: the log is kept, and erasing a person does not reach it. */
export const auditOfRuleset = ({ test, ...rules }: Ruleset) => ({
  ...rules,
  test_users: Object.keys(test?.users ?? {}).length,
});
