import type { Flag } from "../../flags/index.ts";
import type { Metric } from "../record/metric-wire.ts";
import { PRE_EXPOSURE_DAYS, type Settings } from "../record/settings-wire.ts";
import type { Experiment } from "../record/types.ts";

const DAY_MS = 86_400_000;

/** What is asked of the events: all that an answer depends on besides them. */
export type AnalysisPlan = {
  experimentId: string;
  /** What exposures may call the experiment. */
  names: string[];
  variants: { key: string; split: number }[];
  controlKey: string;
  metrics: Metric[];
  settings: Settings;
  fromMs: number;
  toMs: number;
  /** How long before the exposure a unit is looked at; 0: not at all. */
  preMs: number;
};

/** Null for a draft: nobody was exposed to it. */
export function planOf(experiment: Experiment, flag: Flag | undefined, nowMs: number): AnalysisPlan | null {
  const { settings, startDate, endDate, variants } = experiment;
  if (startDate === null) return null;
  const control = variants.find(({ is_control }) => is_control)?.key ?? "";
  const named = settings.exposure.experimentName;
  const isAdjusted = experiment.metrics.some(({ cuped }) => cuped ?? settings.cuped.enabled);
  const looksBack = isAdjusted || settings.preExperimentBias;
  const presetDays = isAdjusted ? PRE_EXPOSURE_DAYS[settings.cuped.preExposureDatePreset] : 14;
  return {
    experimentId: experiment.id,
    names: named === null ? [flag?.key ?? experiment.name] : [named],
    variants: variants.map(({ key, split }) => ({ key, split })),
    controlKey: settings.controlKey === "" ? control : settings.controlKey,
    // One without a name is a placeholder.
    metrics: experiment.metrics.filter(({ name }) => name !== ""),
    settings,
    fromMs: startDate.getTime(),
    toMs: Math.min(endDate?.getTime() ?? nowMs, nowMs),
    preMs: looksBack ? presetDays * DAY_MS : 0,
  };
}
