import type { Experiment } from "./queries.ts";

/** What a page reads of a variant's line of a metric. */
export type Line = {
  value: number | null;
  sampleSize: number;
  lift: number | null;
  liftInterval: readonly [number, number] | null;
  confidence: number;
  p: number | null;
  significance: "YES_POSITIVE" | "YES_NEGATIVE" | "NO";
  warnings: string[];
};

export type Check = { check: string; ok: boolean; reason: string };
export type Recommendation = {
  action: "ship" | "iterate" | "stop" | "wait" | "do_not_decide";
  variant: string | null;
  checks: Check[];
};

export type SampleRatio = {
  verdict: "fine" | "mismatch" | "insufficient" | "off";
  p: number | null;
  expected: Record<string, number>;
};

type Bag = Record<string, unknown>;
const bag = (value: unknown): Bag => (typeof value === "object" && value !== null ? (value as Bag) : {});
const number = (value: unknown): number | null => (typeof value === "number" ? value : null);
const words = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const oneOf = <Word extends string>(known: readonly Word[], value: unknown, otherwise: Word): Word =>
  known.find((word) => word === value) ?? otherwise;

/** Numbers of a metric by variant. Caches may also be written by clients, so nothing of them is taken for granted. */
export function linesOf(metrics: unknown, metricId: string): Record<string, Line> {
  return Object.fromEntries(
    Object.entries(bag(bag(metrics)[metricId])).map(([variant, line]) => [variant, readLine(bag(line))]),
  );
}

function readLine(line: Bag): Line {
  const [low, high] = Array.isArray(line.lift_ci) ? line.lift_ci.map(number) : [];
  return {
    value: number(line.value),
    sampleSize: number(line.sampleSize) ?? 0,
    lift: number(line.lift),
    liftInterval: low == null || high == null ? null : [low, high],
    confidence: number(line.liftConfidence) ?? 0.95,
    p: number(line.p_value_adjusted) ?? number(line.p_value),
    significance: oneOf(["YES_POSITIVE", "YES_NEGATIVE", "NO"], line.significance, "NO"),
    warnings: words(line.warnings),
  };
}

export const resultsOf = ({ results_cache: cache }: Experiment) => ({
  metrics: cache.metrics,
  computedAt: typeof cache.$last_computed === "string" ? cache.$last_computed : null,
  isReady: cache.ready_to_review === true,
  recommendation: readRecommendation(cache.recommendation),
  warnings: words(cache.$warnings),
  errors: (Array.isArray(cache.$errors) ? cache.$errors : []).map((error) =>
    String(bag(error).message ?? ""),
  ),
});

export function readRecommendation(value: unknown): Recommendation | null {
  const { action, variant, checks } = bag(value);
  if (typeof action !== "string") return null;
  return {
    action: oneOf(["ship", "iterate", "stop", "wait", "do_not_decide"], action, "wait"),
    variant: typeof variant === "string" ? variant : null,
    checks: (Array.isArray(checks) ? checks : []).map((check) => {
      const { check: name, ok, reason } = bag(check);
      return { check: String(name), ok: ok === true, reason: String(reason ?? "") };
    }),
  };
}

export function exposuresOf({ exposures_cache: cache, variants }: Experiment) {
  const ratio = bag(cache.$srm_analysis);
  const counts = Object.fromEntries(variants.map(({ key }) => [key, number(cache[key]) ?? 0]));
  return {
    counts,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    inSeveral: number(cache.$in_several_variants) ?? 0,
    warnings: words(cache.$warnings),
    computedAt: typeof cache.$last_computed === "string" ? cache.$last_computed : null,
    sampleRatio: {
      verdict: oneOf(["fine", "mismatch", "insufficient", "off"], ratio.verdict, "insufficient"),
      p: number(ratio.p_value),
      expected: Object.fromEntries(
        Object.entries(bag(ratio.expected)).map(([key, count]) => [key, number(count) ?? 0]),
      ),
    } satisfies SampleRatio,
  };
}

/** The decision that the record shows, if it is decided. */
export function decisionOf({ results_cache: cache, status }: Experiment) {
  if (status !== "success" && status !== "fail") return null;
  const { decided_at, decided_by_name, flag_warning, warning, revision } = bag(cache.decision);
  return {
    success: status === "success",
    variant: typeof cache.variant === "string" ? cache.variant : null,
    message: typeof cache.message === "string" ? cache.message : "",
    at: typeof decided_at === "string" ? decided_at : null,
    by: typeof decided_by_name === "string" ? decided_by_name : null,
    flagWarning: typeof flag_warning === "string" ? flag_warning : null,
    warning: typeof warning === "string" ? warning : null,
    revision: number(revision) ?? 1,
  };
}
