import { askApp, type Target } from "../api.ts";

const FLAGS = "projects/1/workspaces/1/feature-flags";

export const TWO_VARIANTS = [
  { key: "control", value: false, is_control: true, split: 0.5 },
  { key: "treatment", value: true, is_control: false, split: 0.5 },
];

type FlagNote = {
  key: string;
  name: string;
  description: string;
  tags: readonly string[];
  status?: "enabled" | "disabled";
  rollout?: readonly object[];
};

/** A flag with two variants; for everybody unless the note has rollouts of its own. */
export const createFlag = (target: Target, { rollout, ...note }: FlagNote): Promise<{ id: string }> =>
  askApp(target, "POST", FLAGS, {
    ...{ context: "distinct_id", serving_method: "remote_or_local", status: "disabled", ...note },
    ruleset: {
      variants: TWO_VARIANTS,
      rollout: rollout ?? [{ name: "Everybody", rollout_percentage: 1, variant_splits: {} }],
      test: { users: { "u-00001": "treatment" } },
    },
  });

/** Flags that belong to no experiment. */
export async function fillOtherFlags(target: Target): Promise<void> {
  await createFlag(target, {
    key: "express_delivery",
    name: "Express delivery",
    description: "Next-day delivery, city by city.",
    ...{ tags: ["logistics"], status: "enabled" },
    rollout: [
      {
        ...{ name: "Berlin and Paris", rollout_percentage: 1, variant_splits: {} },
        runtime_evaluation_rule: { in: [{ var: "city" }, ["berlin", "paris"]] },
        variant_override: { key: "treatment" },
      },
      { name: "A tenth of the rest", rollout_percentage: 0.1, variant_splits: { control: 0, treatment: 1 } },
    ],
  });
  await createFlag(target, {
    key: "maintenance_notice",
    name: "Maintenance notice",
    description: "Switched on by hand before the shop goes down for a release.",
    tags: ["operations"],
  });
}
