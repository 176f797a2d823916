import { type Fault, faultOfVariants } from "../../flags/index.ts";
import type { Filter, Metric, MetricEvent } from "./metric-wire.ts";
import type { Settings } from "./settings-wire.ts";
import type { Status, Variant } from "./types.ts";

type Parts = {
  variants: readonly Variant[];
  metrics: readonly Metric[];
  settings: Settings;
  status: Status;
};

/** What is wrong with the parts of an experiment beyond their shapes, or nothing. Only a draft may have no variants yet. */
export function faultOfExperiment({ variants, metrics, settings, status }: Parts): Fault | undefined {
  const isLaunched = status !== "draft";
  const fault = variants.length === 0 && !isLaunched ? undefined : faultOfComparison(variants);
  return (
    fault ??
    (isLaunched ? faultOfLaunch(variants) : undefined) ??
    faultOfMetrics(metrics) ??
    faultOfSettings(settings, variants)
  );
}

export function faultOfComparison(variants: readonly Variant[]): Fault | undefined {
  const fault = faultOfVariants(variants, "variants");
  if (fault) return fault;
  if (variants.some(({ is_control }) => is_control)) return undefined;
  return {
    field: "variants",
    reason: "must have one control; set is_control true on the variant to compare with",
  };
}

/** What is launched, and stays so. */
export const faultOfLaunch = (variants: readonly Variant[]): Fault | undefined =>
  variants.length < 2
    ? { field: "variants", reason: "must be at least two, so that there is something to compare" }
    : undefined;

function faultOfSettings(settings: Settings, variants: readonly Variant[]): Fault | undefined {
  const keys = variants.map(({ key }) => key);
  const { controlKey } = settings;
  if (controlKey !== "" && keys.length > 0 && !keys.includes(controlKey))
    return { field: "settings.controlKey", reason: `must be one of the variants: ${keys.join(", ")}` };
  const targets = Object.entries(settings.srm.targetAllocations);
  const unknown = targets.find(([key]) => !keys.includes(key));
  if (unknown)
    return { field: "settings.srm.targetAllocations", reason: `names '${unknown[0]}', which is no variant` };
  const sum = targets.reduce((total, [, percent]) => total + percent, 0);
  if (targets.length > 0 && Math.abs(sum - 100) > 1e-4)
    return { field: "settings.srm.targetAllocations", reason: `must add up to 100 percent, not to ${sum}` };
  if (settings.endCondition === "sample_size" && settings.sampleSize === null)
    return { field: "settings.sampleSize", reason: "is required when endCondition is sample_size" };
  return undefined;
}

function faultOfMetrics(metrics: readonly Metric[]): Fault | undefined {
  const seen = new Set<string>();
  for (const [index, metric] of metrics.entries()) {
    const at = `metrics[${index}]`;
    if (seen.has(metric.id)) return { field: `${at}.id`, reason: "is the id of another metric already" };
    if (metric.id === "__proto__")
      return { field: `${at}.id`, reason: "must not be '__proto__'; take another" };
    seen.add(metric.id);
    // A metric without a name is a placeholder, which may hold anything.
    const fault = metric.name === "" ? undefined : faultOfMetric(metric, at);
    if (fault) return fault;
  }
  return undefined;
}

function faultOfMetric(metric: Metric, at: string): Fault | undefined {
  const { kind, event, steps, property, denominator } = metric;
  if (steps !== null && kind !== "rate")
    return { field: `${at}.steps`, reason: "is for the kind rate alone; leave it out" };
  if (event === null && steps === null && kind !== "total_sessions")
    return {
      field: `${at}.event`,
      reason: `is required for the kind ${kind}${kind === "rate" ? ", or steps" : ""}`,
    };
  if ((kind === "value_sum" || kind === "value_average") && property === null)
    return { field: `${at}.property`, reason: `is required for the kind ${kind}: the number it is about` };
  if (kind === "ratio" && denominator === null)
    return { field: `${at}.denominator`, reason: "is required for the kind ratio" };
  const events: [string, MetricEvent | null][] = [
    [`${at}.event`, event],
    [`${at}.denominator`, denominator],
    ...(steps ?? []).map((step, index): [string, MetricEvent] => [`${at}.steps[${index}]`, step]),
  ];
  for (const [field, one] of events) {
    const place = (one?.filters ?? []).findIndex(
      (filter) => needsValue(filter) && filter.value === undefined,
    );
    if (place !== -1)
      return { field: `${field}.filters[${place}].value`, reason: "is required for this operator" };
  }
  return undefined;
}

const needsValue = ({ operator }: Filter): boolean => operator !== "is_set" && operator !== "is_not_set";
