import { partsOf } from "../flags/percents.ts";
import type { FormValues, MetricValues, VariantValues } from "./form-values.ts";
import { toMetricEvent } from "./metric-events.ts";
import type { ExperimentDraft, Metric, Settings, Variant } from "./queries.ts";

/** What is sent of what stands in the form. */
export const toBody = (values: FormValues): ExperimentDraft => ({
  name: values.name.trim(),
  hypothesis: values.hypothesis.trim() || null,
  description: values.description.trim() || null,
  tags: [...new Set(values.tags.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== ""),
  variants: toVariants(values.variants),
  metrics: values.metrics.map(toMetric),
  settings: toSettings(values),
});

function toVariants(variants: readonly VariantValues[]): Variant[] {
  const parts = partsOf(
    variants.map(({ percent }) => percent),
    variants.map(({ split }) => split),
  );
  return variants.map(({ key, value, description, isControl }, place) => ({
    key: key.trim(),
    value: readValue(value),
    split: parts[place] ?? 0,
    is_control: isControl,
    description: description.trim() || null,
  }));
}

/** `true` and `false`, an object, or any other text as it is. */
export function readValue(text: string): Variant["value"] {
  const given = text.trim();
  if (given === "true" || given === "false") return given === "true";
  if (!given.startsWith("{")) return text;
  try {
    return JSON.parse(given) as Record<string, unknown>;
  } catch {
    return text;
  }
}

function toMetric(values: MetricValues): Metric {
  const { kept, name, type, kind, direction } = values;
  const named = (event: string, before: Metric["event"]) =>
    event === "" ? null : before?.name === event ? before : { name: event };
  // A step that names no event is sent all the same: left out, the funnel would be another than the one in sight.
  const steps = kind === "rate" ? values.steps.map((step) => toMetricEvent(step) ?? { name: "" }) : [];
  return {
    ...kept,
    ...{ name: name.trim(), type, kind, direction },
    event: steps.length > 0 ? null : toMetricEvent(values.event),
    denominator: kind === "ratio" ? named(values.denominator, kept?.denominator) : null,
    property: kind.startsWith("value_") ? values.property.trim() || null : null,
    steps: steps.length > 0 ? steps : null,
    conversion_window: { unit: values.windowUnit, value: Number(values.windowValue) },
  };
}

function toSettings({ settings, flagId, onDecide }: FormValues): Settings {
  const whole = (text: string): number | null => (text.trim() === "" ? null : Number(text));
  return {
    testingModel: settings.testingModel,
    confidenceLevel: Math.round(Number(settings.confidence) * 100) / 1e4,
    endCondition: settings.endCondition,
    endAfterDays: whole(settings.endAfterDays),
    sampleSize: whole(settings.sampleSize),
    multipleTestingCorrection: settings.correction,
    cuped: { enabled: settings.cuped },
    winsorization: { enabled: settings.winsorization },
    srm: { enabled: settings.srm },
    excludeQA: settings.excludeQA,
    minDays: whole(settings.minDays) ?? 0,
    minExposuresPerVariant: whole(settings.minExposures) ?? 0,
    exposure: { experimentName: settings.experimentName.trim() || null },
    featureFlag: flagId === "" ? null : { id: flagId, onDecide },
  };
}
