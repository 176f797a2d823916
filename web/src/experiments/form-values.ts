import { percentText } from "../flags/percents.ts";
import { type EventValues, eventValues, NEW_EVENT } from "./metric-events.ts";
import type { Experiment, Metric, Settings, Variant } from "./queries.ts";

/** A form holds texts; splits are percents, as people think of them. */
export type VariantValues = {
  key: string;
  percent: string;
  value: string;
  description: string;
  isControl: boolean;
  /** As it was: an untouched one is sent back to the last digit. */
  split: number | undefined;
};
export type MetricValues = {
  name: string;
  type: NonNullable<Metric["type"]>;
  kind: NonNullable<Metric["kind"]>;
  direction: NonNullable<Metric["direction"]>;
  event: EventValues;
  /** A funnel, in place of the one event; empty: none. */
  steps: EventValues[];
  property: string;
  denominator: string;
  windowValue: string;
  windowUnit: "minute" | "hour" | "day";
  /** What the form does not show stays as it was, such as groups. */
  kept: Metric | undefined;
};
export type SettingsValues = {
  testingModel: NonNullable<Settings["testingModel"]>;
  confidence: string;
  endCondition: NonNullable<Settings["endCondition"]>;
  endAfterDays: string;
  sampleSize: string;
  correction: NonNullable<Settings["multipleTestingCorrection"]>;
  cuped: boolean;
  winsorization: boolean;
  srm: boolean;
  excludeQA: boolean;
  minDays: string;
  minExposures: string;
  experimentName: string;
};
export type FormValues = {
  name: string;
  hypothesis: string;
  description: string;
  tags: string;
  flagId: string;
  onDecide: "ship" | "log_only";
  variants: VariantValues[];
  metrics: MetricValues[];
  settings: SettingsValues;
};

const VARIANTS: Variant[] = [
  { key: "control", value: false, split: 0.5, is_control: true },
  { key: "treatment", value: true, split: 0.5 },
];

export const NEW_METRIC: MetricValues = {
  ...{ name: "", type: "primary", kind: "rate", direction: "up", property: "", denominator: "" },
  ...{ event: NEW_EVENT, steps: [], windowValue: "14", windowUnit: "day", kept: undefined },
};

export function toValues(experiment: Experiment | undefined): FormValues {
  const settings = experiment?.settings ?? {};
  return {
    name: experiment?.name ?? "",
    hypothesis: experiment?.hypothesis ?? "",
    description: experiment?.description ?? "",
    tags: experiment?.tags.join(", ") ?? "",
    flagId: experiment?.feature_flag?.id ?? "",
    onDecide: settings.featureFlag?.onDecide ?? "ship",
    variants: (experiment?.variants ?? VARIANTS).map(variantValues),
    metrics: experiment?.metrics.map(metricValues) ?? [NEW_METRIC],
    settings: settingsValues(settings),
  };
}

const variantValues = ({ key, value, split, is_control, description }: Variant): VariantValues => ({
  key,
  percent: percentText(split),
  value: typeof value === "string" ? value : JSON.stringify(value),
  description: description ?? "",
  isControl: is_control ?? false,
  split,
});

const metricValues = (metric: Metric): MetricValues => ({
  name: metric.name,
  type: metric.type ?? "primary",
  kind: metric.kind ?? "rate",
  direction: metric.direction ?? "up",
  event: eventValues(metric.event),
  steps: (metric.steps ?? []).map(eventValues),
  property: metric.property ?? "",
  denominator: metric.denominator?.name ?? "",
  windowValue: String(metric.conversion_window?.value ?? 14),
  windowUnit: metric.conversion_window?.unit ?? "day",
  kept: metric,
});

const settingsValues = (settings: Settings): SettingsValues => ({
  testingModel: settings.testingModel ?? "sequential",
  confidence: String(Math.round((settings.confidenceLevel ?? 0.95) * 1e4) / 100),
  endCondition: settings.endCondition ?? "days",
  endAfterDays: String(settings.endAfterDays ?? 14),
  sampleSize: String(settings.sampleSize ?? ""),
  correction: settings.multipleTestingCorrection ?? "off",
  cuped: settings.cuped?.enabled ?? false,
  winsorization: settings.winsorization?.enabled ?? false,
  srm: settings.srm?.enabled ?? true,
  excludeQA: settings.excludeQA ?? true,
  minDays: String(settings.minDays ?? 3),
  minExposures: String(settings.minExposuresPerVariant ?? 100),
  experimentName: settings.exposure?.experimentName ?? "",
});
