import type { Metric } from "./queries.ts";
import { METRIC_KINDS } from "./words.ts";

/** What a metric measures, in words. */
export function MetricSentence({ metric }: { metric: Metric }) {
  const kind = METRIC_KINDS.find(({ value }) => value === (metric.kind ?? "rate"))?.label ?? metric.kind;
  const steps = metric.steps?.map(({ name }) => name).join(" → ");
  const about = steps ?? [metric.event?.name, metric.denominator?.name].filter(Boolean).join(" over ");
  const window = metric.conversion_window;
  const events = [metric.event, metric.denominator, ...(metric.steps ?? [])];
  const filters = events.reduce((sum, event) => sum + (event?.filters?.length ?? 0), 0);
  return (
    <span className="block text-xs wrap-anywhere text-ink-soft">
      {kind}: {about || "nothing named"}
      {metric.property ? `, ${metric.property}` : ""}
      {filters === 0 ? "" : ` (${filters === 1 ? "1 filter" : `${filters} filters`})`}
      {window ? `, within ${window.value} ${window.unit}${window.value === 1 ? "" : "s"}` : ""};{" "}
      {metric.direction === "down" ? "less" : "more"} is better.
    </span>
  );
}
