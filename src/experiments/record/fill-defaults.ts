import type { Randomness } from "../../platform/secrets.ts";
import { newUuid } from "../../platform/uuid.ts";
import type { GivenMetric, Metric } from "./metric-wire.ts";
import type { GivenSettings, Settings } from "./settings-wire.ts";
import type { Variant } from "./types.ts";
import type { CreateRequest } from "./wire.ts";

const EXPOSURE = {
  event: "$experiment_started",
  nameProperty: "Experiment name",
  variantProperty: "Variant name",
  experimentName: null,
  format: "separate",
  separator: ":",
  maxDays: 90,
} as const;

/** A list of experiments has another usual name than one experiment. */
const LIST_PROPERTY = "Experiments";

const DEFAULTS: Settings = {
  controlKey: "",
  confidenceLevel: 0.95,
  testingModel: "sequential",
  endCondition: "days",
  sampleSize: null,
  endAfterDays: 14,
  multipleTestingCorrection: "off",
  correctionFamily: "primary",
  cuped: { enabled: false, preExposureDatePreset: "2_weeks" },
  winsorization: { enabled: false, percentile: 95 },
  srm: { enabled: true, targetAllocations: {} },
  preExperimentBias: true,
  excludeQA: true,
  exposure: EXPOSURE,
  featureFlag: null,
  sequentialTuning: 5000,
  minDays: 3,
  minExposuresPerVariant: 100,
};

/** Puts what is given over what was there, part by part. */
export function fillSettings(given: GivenSettings = {}, before: Settings = DEFAULTS): Settings {
  const exposure = { ...before.exposure, ...given.exposure };
  if (given.exposure?.format === "list" && given.exposure.nameProperty === undefined)
    exposure.nameProperty = LIST_PROPERTY;
  return {
    ...before,
    ...given,
    cuped: { ...before.cuped, ...given.cuped },
    winsorization: { ...before.winsorization, ...given.winsorization },
    srm: { ...before.srm, ...given.srm },
    exposure,
    featureFlag: given.featureFlag === undefined ? before.featureFlag : given.featureFlag,
  };
}

const TWO_VARIANTS: Variant[] = [
  { key: "control", value: false, description: null, is_control: true, split: 0.5, is_sticky: false },
  { key: "treatment", value: true, description: null, is_control: false, split: 0.5, is_sticky: false },
];

export const fillVariants = (given: CreateRequest["variants"]): Variant[] =>
  (given ?? TWO_VARIANTS).map((variant) => ({
    key: variant.key,
    value: variant.value,
    description: variant.description ?? null,
    is_control: variant.is_control ?? false,
    split: variant.split ?? 0,
    is_sticky: variant.is_sticky ?? false,
  }));

const WINDOW = { unit: "day", value: 14 } as const;

export const fillMetrics = (given: readonly GivenMetric[] = [], randomness: Randomness): Metric[] =>
  given.map((metric) => ({
    id: metric.id ?? newUuid(randomness),
    name: metric.name,
    type: metric.type ?? "primary",
    direction: metric.direction ?? "up",
    kind: metric.kind ?? "rate",
    event: metric.event ?? null,
    steps: metric.steps ?? null,
    property: metric.property ?? null,
    denominator: metric.denominator ?? null,
    conversion_window: metric.conversion_window ?? WINDOW,
    group_key: metric.group_key ?? null,
    winsorize: metric.winsorize ?? null,
    cuped: metric.cuped ?? null,
  }));
