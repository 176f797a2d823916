import type { AnalysisPlan } from "./plan.ts";
import type { Exposures } from "./statistics.ts";

const DAY_MS = 86_400_000;

/** Whether the planned end is reached. It ends nothing: somebody has to look and decide. */
export function isReady(
  { settings, variants, fromMs, toMs }: AnalysisPlan,
  exposures: Exposures | null,
): boolean {
  const { endCondition, endAfterDays, sampleSize } = settings;
  if (endCondition === "days") return endAfterDays !== null && toMs - fromMs >= endAfterDays * DAY_MS;
  const units = variants.reduce((sum, { key }) => sum + (exposures?.counts[key] ?? 0), 0);
  return sampleSize !== null && units >= sampleSize;
}
