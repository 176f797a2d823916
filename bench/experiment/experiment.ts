import { type Experiment, fillMetrics, fillSettings, fillVariants } from "../../src/experiments/index.ts";
import { systemRandomness } from "../../src/platform/secrets.ts";
import { NAME, START_MS } from "./fill.ts";

const AUTHOR = { id: 1, name: "bench", email: "bench" };
const metric = (name: string, more: object) => ({ id: name, name, ...more });
const on = (event: string) => ({ event: { name: event } });

/** One of each kind that people look at most, ten in all. */
export const experiment = (): Experiment => ({
  id: "5f7c2a1e-9b3d-4c6f-8a10-2b4c6d8e0f12",
  projectId: 1,
  workspaceId: 1,
  name: NAME,
  description: null,
  hypothesis: null,
  status: "active",
  tags: [],
  variants: fillVariants(undefined),
  metrics: fillMetrics(
    [
      metric("buys", { kind: "rate", ...on("Buy") }),
      metric("carts", {
        kind: "rate",
        event: { name: "Cart", filters: [{ property: "plan", operator: "equals", value: "pro" }] },
      }),
      metric("back", { kind: "retention", ...on("Open") }),
      metric("views", { kind: "total_events", ...on("View") }),
      metric("searches", { kind: "total_events", ...on("Search") }),
      metric("shares", { kind: "total_events", ...on("Share") }),
      metric("crashes", { kind: "rate", type: "guardrail", direction: "down", ...on("Crash") }),
      metric("revenue", { kind: "value_sum", property: "price", ...on("Buy") }),
      metric("basket", { kind: "value_average", property: "price", ...on("Buy") }),
      metric("click", { kind: "ratio", ...on("Cart"), denominator: { name: "View" } }),
    ],
    systemRandomness,
  ),
  settings: fillSettings(),
  exposuresCache: {},
  resultsCache: {},
  isShared: true,
  startDate: new Date(START_MS),
  endDate: null,
  createdAt: new Date(START_MS),
  modifiedAt: new Date(START_MS),
  archivedAt: null,
  creator: AUTHOR,
  modifier: AUTHOR,
});
