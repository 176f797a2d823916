import { experimentExample } from "../record/example.ts";
import type { DecisionRecord } from "./decision-view.ts";

/** For the OpenAPI document. */
export const decisionExample: DecisionRecord = {
  id: 1,
  revision: 1,
  success: true,
  variant: "treatment",
  message: "More orders, nothing else moved.",
  decided_at: "2026-02-14T12:00:00.000Z",
  decided_by_id: 2,
  decided_by_name: "ana",
  engine_version: "1",
  journal_positions: { live: 123_456 },
  window: { from: "2026-01-31T12:00:00.000Z", to: "2026-02-14T12:00:00.000Z" },
  settings: experimentExample.settings,
  metrics: experimentExample.metrics,
  exposures: { counts: { control: 35_350, treatment: 35_620 }, mixed: 12 },
  srm_analysis: { p_value: 0.31082, chi_square: 1.0272, is_mismatch: false, verdict: "fine" },
  statistics: {
    orders: {
      control: { shape: "single", n: 35_350, y: 2289, yy: 2289, x: 0, xx: 0, xy: 0 },
      treatment: { shape: "single", n: 35_620, y: 2480, yy: 2480, x: 0, xx: 0, xy: 0 },
    },
  },
  results: { metrics: experimentExample.results_cache.metrics },
  recommendation: { action: "ship", variant: "treatment", checks: [] },
  warning: null,
  errors: [],
};

export const recomputedExample = {
  decision: decisionExample,
  recomputed: decisionExample.results,
  is_identical: true,
  engine_version: "1",
  fresh: { exposures: decisionExample.exposures, statistics: decisionExample.statistics },
  differences: [{ metric: "orders", variant: "treatment", statistic: "y", before: 2480, after: 2481 }],
  reasons: [{ reason: "late_events", count: 1, text: "1 events of that time came in after the decision." }],
};
