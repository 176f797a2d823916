import type { Metric } from "./queries.ts";
import type { Recommendation } from "./results.ts";

export const NO_VARIANT = "__no_variant_shipped__";
export const DEFER_VARIANT = "__defer_variant_decision__";

export const METRIC_KINDS: readonly { value: NonNullable<Metric["kind"]>; label: string }[] = [
  { value: "rate", label: "Share of people who did it" },
  { value: "retention", label: "Share who came back a day later" },
  { value: "total_events", label: "How often, per person" },
  { value: "total_sessions", label: "Sessions per person" },
  { value: "value_sum", label: "Sum of a property, per person" },
  { value: "value_average", label: "Average of a property" },
  { value: "ratio", label: "One event over another" },
];

export const METRIC_TYPES = [
  { value: "primary", label: "Primary: decides" },
  { value: "guardrail", label: "Guardrail: must not get worse" },
  { value: "secondary", label: "Secondary: good to know" },
] as const;

const percents = new Intl.NumberFormat("en", {
  style: "percent",
  signDisplay: "exceptZero",
  maximumFractionDigits: 1,
});
const shares = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 2 });
const values = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });
const chances = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });

/** "+7.5%". */
export const liftWords = (lift: number | null): string => (lift === null ? "–" : percents.format(lift));
export const intervalWords = (interval: readonly [number, number] | null): string =>
  interval === null ? "–" : `${percents.format(interval[0])} to ${percents.format(interval[1])}`;
export const shareWords = (share: number): string => shares.format(share);
export const chanceWords = (p: number | null): string =>
  p === null ? "–" : p < 0.0001 ? "< 0.0001" : chances.format(p);

/** A metric's value: shares as percent, the rest as they are. */
export const valueWords = ({ kind }: Metric, value: number | null): string => {
  if (value === null) return "–";
  return kind === "rate" || kind === "retention" || kind === undefined
    ? shares.format(value)
    : values.format(value);
};

export const ADVICE: Record<
  Recommendation["action"],
  { tone: "ok" | "warn" | "bad" | "info"; words: string }
> = {
  ship: { tone: "ok", words: "The numbers speak for shipping" },
  iterate: { tone: "warn", words: "Better in what was aimed at, worse in a guardrail: try another version" },
  stop: { tone: "info", words: "The numbers speak for stopping: no variant is better" },
  wait: { tone: "info", words: "Wait: there is not enough to go by yet" },
  do_not_decide: { tone: "bad", words: "Do not decide on these numbers: they cannot be trusted" },
};

export const CHECKS: Record<string, string> = {
  sample_ratio: "Sample ratio",
  srm: "Sample ratio",
  bias: "Before the experiment",
  days: "Days",
  exposures: "Exposures",
  target: "Planned end",
  primary: "Primary metrics",
  guardrails: "Guardrails",
};

/** What was decided about the variant, in words. */
export const variantWords = (variant: string | null): string => {
  if (variant === null || variant === NO_VARIANT) return "no variant shipped";
  return variant === DEFER_VARIANT ? "which variant to ship is decided later" : `“${variant}” shipped`;
};
