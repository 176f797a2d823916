import type { Flag } from "../../src/flags/index.ts";

const AUTHOR = { id: 1, name: "bench", email: "bench" };
const AT = new Date(0);

/** Of ten flags six go to all, two to a part, and two have a rule; each has a salt and two or three variants. */
export const makeFlags = (count: number): Flag[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    projectId: 1,
    workspaceId: 1,
    key: `feature_number_${n}`,
    name: `Feature ${n}`,
    description: null,
    status: "enabled",
    context: "distinct_id",
    servingMethod: "remote_or_local",
    tags: [],
    variantOrder: "key",
    ruleset: {
      variants: [
        { key: "control", value: false, is_control: true, split: 0.5 },
        { key: "treatment", value: true, split: n % 3 === 0 ? 0.25 : 0.5 },
        ...(n % 3 === 0 ? [{ key: "other", value: true, split: 0.25 }] : []),
      ],
      rollout: [
        {
          rollout_percentage: n % 10 < 6 ? 1 : 0.4,
          variant_splits: {},
          ...(n % 10 > 7
            ? {
                runtime_evaluation_rule: {
                  and: [
                    { "==": [{ var: "plan" }, "paid"] },
                    { in: [{ var: "country" }, ["de", "at", "ch"]] },
                  ],
                },
              }
            : {}),
        },
      ],
      test: { users: { "ana@example.com": "treatment" } },
    },
    experimentId: null,
    dataGroupId: null,
    isExperimentActive: null,
    hashSalt: String(n).padStart(32, "f"),
    enabledAt: AT,
    createdAt: AT,
    modifiedAt: AT,
    archivedAt: null,
    creator: AUTHOR,
    modifier: AUTHOR,
  }));
