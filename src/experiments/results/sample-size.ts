import { fail, ok, type Result } from "../../platform/result.ts";
import { bonferroniAlpha, daysFor, sampleSizePerArm } from "../stats/index.ts";

export type SampleSizeQuestion = {
  kind: "rate" | "mean";
  /** The control's value: a rate, or a mean. */
  baseline: number;
  /** Of one unit's value; for means. */
  variance?: number | undefined;
  /** The smallest lift worth finding, such as 0.05. */
  lift: number;
  confidenceLevel: number;
  power: number;
  variants: number;
  /** Tests that share the level: primary metrics times treatments under Bonferroni. */
  tests: number;
  unitsPerDay?: number | undefined;
};

export type SampleSize = { unitsPerVariant: number; units: number; days: number | null };
export type SampleSizeFailure = { code: "invalid_question"; field: string; reason: string };

const UNITS_MIN = 2;

/** How many units, and how many days, an experiment needs to find what it looks for. */
export function planSampleSize(question: SampleSizeQuestion): Result<SampleSize, SampleSizeFailure> {
  const { kind, baseline, variance, lift, variants } = question;
  const refuse = (field: string, reason: string) =>
    fail({ code: "invalid_question", field, reason } as const);
  const target = baseline * (1 + lift);
  if (kind === "rate" && !(baseline > 0 && baseline < 1))
    return refuse("baseline", "must lie between 0 and 1 for a rate");
  if (baseline === 0) return refuse("baseline", "must not be 0: a lift is a part of it");
  if (lift === 0) return refuse("lift", "must not be 0: nothing would have to be found");
  if (target === baseline) return refuse("lift", "is too small: no number of units is enough");
  if (!Number.isFinite(target)) return refuse("lift", "leads to a value too large to reckon with");
  if (kind === "rate" && !(target > 0 && target < 1))
    return refuse("lift", `leads from ${baseline} to ${target}, which is no rate between 0 and 1`);
  if (kind === "mean" && variance === undefined) return refuse("variance", "is required for a mean");
  const wanted = sampleSizePerArm({
    controlVariance: kind === "rate" ? baseline * (1 - baseline) : (variance ?? 0),
    treatmentVariance: kind === "rate" ? target * (1 - target) : (variance ?? 0),
    effect: target - baseline,
    alpha: bonferroniAlpha(1 - question.confidenceLevel, question.tests),
    power: question.power,
  });
  // However large the effect: a single unit has no spread to hold it against.
  const unitsPerVariant = Math.max(UNITS_MIN, wanted);
  if (!Number.isSafeInteger(unitsPerVariant * variants))
    return refuse("lift", "is too small: no number of units is enough");
  const { unitsPerDay } = question;
  const days = unitsPerDay === undefined ? null : daysFor(unitsPerVariant, variants, unitsPerDay);
  return ok({ unitsPerVariant, units: unitsPerVariant * variants, days });
}
