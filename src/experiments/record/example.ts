import { flagExample } from "../../flags/index.ts";
import type { ExperimentRecord } from "./experiment-view.ts";
import { fillSettings } from "./fill-defaults.ts";

const ID = "5f7c2a1e-9b3d-4c6f-8a10-2b4c6d8e0f12";

/** For the OpenAPI document. */
export const experimentExample: ExperimentRecord = {
  id: ID,
  name: "New checkout",
  content_type: "experiments",
  description: null,
  created: "2026-01-31T12:00:00.000Z",
  modified: "2026-02-14T12:00:00.000Z",
  deleted: null,
  pinned_date: null,
  start_date: "2026-01-31T12:00:00.000Z",
  end_date: "2026-02-14T12:00:00.000Z",
  creator_id: 2,
  creator_name: "ana",
  creator_email: "ana@example.com",
  last_modified_by_id: 2,
  last_modified_by_name: "ana",
  last_modified_by_email: "ana@example.com",
  is_favorited: false,
  tags: ["checkout"],
  hypothesis: "A shorter form lets more people finish.",
  can_view: true,
  can_update_basic: true,
  can_update_restricted: true,
  can_update_visibility: true,
  is_superadmin: false,
  allow_staff_override: false,
  can_share: true,
  is_shared_with_project: true,
  status: "success",
  variants: [
    { key: "control", value: false, description: null, is_control: true, split: 0.5, is_sticky: false },
    { key: "treatment", value: true, description: null, is_control: false, split: 0.5, is_sticky: false },
  ],
  metrics: [
    {
      id: "orders",
      name: "Orders",
      type: "primary",
      direction: "up",
      kind: "rate",
      event: { name: "Order completed" },
    },
  ],
  settings: fillSettings({ featureFlag: { key: "new_checkout" }, testingModel: "frequentist" }),
  exposures_cache: {
    control: 35_350,
    treatment: 35_620,
    $overall: 70_970,
    $srm_analysis: { p_value: 0.31082, chi_square: 1.0272, is_mismatch: false },
    $last_computed: "2026-02-14T12:00:00.000Z",
  },
  results_cache: {
    metrics: {
      orders: {
        control: { value: 0.06475, sampleSize: 35_350, lift: 0, liftConfidence: 0.95, significance: "NO" },
        treatment: {
          value: 0.06962,
          sampleSize: 35_620,
          lift: 0.07523,
          liftConfidence: 0.95,
          significance: "YES_POSITIVE",
          p_value: 0.009538,
        },
      },
    },
    message: "More orders, nothing else moved.",
    variant: "treatment",
    decision: {
      id: 1,
      success: true,
      decided_at: "2026-02-14T12:00:00.000Z",
      decided_by_id: 2,
      previous_ruleset: flagExample.ruleset,
      revision: 1,
    },
  },
  feature_flag: { ...flagExample, experiment_id: ID, is_experiment_active: false },
};
