const ruleset = {
  variants: [
    { key: "control", value: false, is_control: true, split: 0.5 },
    { key: "treatment", value: true, is_control: false, split: 0.5 },
  ],
  rollout: [
    {
      name: "Everybody on a paid plan",
      rollout_percentage: 1,
      variant_splits: {},
      runtime_evaluation_rule: { "==": [{ var: "plan" }, "paid"] },
    },
  ],
  test: { users: { "ana@example.com": "treatment" } },
};

/** For the OpenAPI document. */
export const flagRequestExample = {
  name: "New checkout",
  key: "new_checkout",
  tags: ["checkout"],
  context: "distinct_id",
  serving_method: "remote_or_local" as const,
  status: "enabled" as const,
  ruleset,
};

export const flagExample = {
  id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  project_id: 1,
  workspace_id: 1,
  content_type: "feature-flags" as const,
  ...flagRequestExample,
  description: null,
  experiment_id: null,
  data_group_id: null,
  is_experiment_active: null,
  hash_salt: "7f3a1c5e9b2d4f608a7c6e5d4b3a2910",
  variant_order: "key" as const,
  created: "2026-01-31T12:00:00.000Z",
  modified: "2026-01-31T12:00:00.000Z",
  enabled_at: "2026-01-31T12:00:00.000Z",
  deleted: null,
  creator_id: 2,
  creator_name: "ana",
  creator_email: "ana@example.com",
  last_modified_by_id: 2,
  last_modified_by_name: "ana",
  last_modified_by_email: "ana@example.com",
  is_favorited: false,
  pinned_date: null,
  content_environments_id: null,
  project_name: null,
  can_view: true,
  can_update_basic: true,
  can_share: true,
  can_pin: false,
  is_superadmin: false,
  allow_staff_override: false,
  is_shared_with_project: true,
};
