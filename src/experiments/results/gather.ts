import type { Answer, EventStore, QueryFailure } from "../../events/index.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { Metric } from "../record/metric-wire.ts";
import type { AnalysisPlan } from "./plan.ts";
import { exposuresByDayQuestion, exposuresQuestion } from "./sql/exposures-question.ts";
import { isPair } from "./sql/metric-sql.ts";
import { metricsQuestion, sumsOf } from "./sql/metrics-question.ts";
import type { Catalog } from "./sql/property-sql.ts";
import type { Exposures, MetricStatistics, Statistics, VariantStatistics } from "./statistics.ts";

export type GatherDeps = { events: Pick<EventStore, "query" | "catalog" | "positions"> };
export type GatherFailure = QueryFailure;

/** One question may take this long; an answer that comes later is asked for by a job, not by a person who waits. */
const TIMEOUT_MS = 60_000;
/** Variants that nobody declared are listed too, up to so many. */
const VARIANTS_MAX = 200;
/** Longer than an experiment may be planned for. */
const DAYS_MAX = 4_000;

const catalogOf = async ({ events }: GatherDeps, projectId: number): Promise<Catalog> =>
  new Map((await events.catalog(projectId)).map((entry) => [entry.name, entry]));

export async function gatherExposures(
  deps: GatherDeps,
  projectId: number,
  plan: AnalysisPlan,
): Promise<Result<Exposures, GatherFailure>> {
  const question = exposuresQuestion(plan, await catalogOf(deps, projectId));
  const asked = await deps.events.query(projectId, {
    ...question,
    timeoutMs: TIMEOUT_MS,
    rowsMax: VARIANTS_MAX,
  });
  if (!asked.ok) return asked;
  const { rows } = asked.value;
  const named = rows.filter(([variant]) => variant !== null);
  const counts = Object.fromEntries(plan.variants.map(({ key }) => [key, 0]));
  for (const [variant, units] of named) counts[String(variant)] = Number(units);
  const times = (place: number) => rows.map((row) => Number(row[place]));
  return ok({
    counts,
    mixed: rows.filter(([variant]) => variant === null).reduce((sum, [, units]) => sum + Number(units), 0),
    firstMs: rows.length === 0 ? null : Math.min(...times(2)),
    lastMs: rows.length === 0 ? null : Math.max(...times(3)),
    cut: asked.value.cut,
  });
}

/** Metrics over the same kind of unit are asked for together: exposures and events are then read once for all. */
export async function gatherStatistics(
  deps: GatherDeps,
  projectId: number,
  plan: AnalysisPlan,
): Promise<Result<Statistics, GatherFailure>> {
  const catalog = await catalogOf(deps, projectId);
  const statistics: Statistics = {};
  for (const [groupKey, metrics] of Map.groupBy(plan.metrics, (metric) => metric.group_key)) {
    const question = metricsQuestion(plan, groupKey, metrics, catalog);
    const rowsMax = plan.variants.length;
    const asked = await deps.events.query(projectId, { ...question, timeoutMs: TIMEOUT_MS, rowsMax });
    if (!asked.ok) return asked;
    Object.assign(statistics, readSums(plan, metrics, asked.value.rows, 2));
  }
  return ok(statistics);
}

/** Units of each variant by the day of their first exposure, in days since 1970. */
export async function gatherExposuresByDay(
  deps: GatherDeps,
  projectId: number,
  plan: AnalysisPlan,
): Promise<Result<{ day: number; counts: Record<string, number> }[], GatherFailure>> {
  const question = exposuresByDayQuestion(plan, await catalogOf(deps, projectId));
  const rowsMax = DAYS_MAX * plan.variants.length;
  const asked = await deps.events.query(projectId, { ...question, timeoutMs: TIMEOUT_MS, rowsMax });
  if (!asked.ok) return asked;
  const none = Object.fromEntries(plan.variants.map(({ key }) => [key, 0]));
  const byDay = Map.groupBy(asked.value.rows, ([, day]) => Number(day));
  return ok(
    [...byDay].map(([day, rows]) => ({
      day,
      counts: Object.assign(
        { ...none },
        ...rows.map(([variant, , units]) => ({
          [plan.variants[Number(variant)]?.key ?? ""]: Number(units),
        })),
      ),
    })),
  );
}

/** One metric's sums of the units first exposed on each day, days in order. */
export async function gatherDays(
  deps: GatherDeps,
  projectId: number,
  plan: AnalysisPlan,
  metric: Metric,
): Promise<Result<{ day: number; statistics: MetricStatistics }[], GatherFailure>> {
  const question = metricsQuestion(plan, metric.group_key, [metric], await catalogOf(deps, projectId), true);
  const rowsMax = DAYS_MAX * plan.variants.length;
  const asked = await deps.events.query(projectId, { ...question, timeoutMs: TIMEOUT_MS, rowsMax });
  if (!asked.ok) return asked;
  const byDay = Map.groupBy(asked.value.rows, ([, day]) => Number(day));
  return ok(
    [...byDay]
      .sort(([one], [other]) => one - other)
      .map(([day, rows]) => ({ day, statistics: readSums(plan, [metric], rows, 3)[metric.id] ?? {} })),
  );
}

/** `sumsAt`: where in a row the sums begin; the number of units stands before them. */
function readSums(
  plan: AnalysisPlan,
  metrics: readonly Metric[],
  rows: Answer["rows"],
  sumsAt: number,
): Statistics {
  const byVariant = new Map(rows.map((row) => [Number(row[0]), row]));
  const statistics: Statistics = {};
  let place = sumsAt;
  for (const metric of metrics) {
    const names = sumsOf(metric);
    const own: MetricStatistics = {};
    for (const [number, { key }] of plan.variants.entries()) {
      const row = byVariant.get(number);
      const sums = Object.fromEntries(names.map((name, index) => [name, Number(row?.[place + index] ?? 0)]));
      own[key] = toStatistics(metric, Number(row?.[sumsAt - 1] ?? 0), sums);
    }
    statistics[metric.id] = own;
    place += names.length;
  }
  return statistics;
}

function toStatistics(metric: Metric, n: number, sums: Record<string, number>): VariantStatistics {
  const of = (name: string): number => sums[name] ?? 0;
  if (!isPair(metric))
    return { shape: "single", n, y: of("y"), yy: of("yy"), x: of("x"), xx: of("xx"), xy: of("xy") };
  const before = { a: of("xa"), aa: of("xaa"), b: of("xb"), bb: of("xbb"), ab: of("xab") };
  return { shape: "pair", n, a: of("a"), aa: of("aa"), b: of("b"), bb: of("bb"), ab: of("ab"), before };
}

/** Which of these events the project has ever had. */
export async function findKnownEvents(
  { events }: GatherDeps,
  projectId: number,
  names: readonly string[],
): Promise<Result<Set<string>, GatherFailure>> {
  if (names.length === 0) return ok(new Set());
  const sql = `select distinct event from events where event in (${names.map((_, index) => `$${index + 1}`).join()})`;
  const asked = await events.query(projectId, {
    sql,
    params: names,
    timeoutMs: TIMEOUT_MS,
    rowsMax: names.length,
  });
  return asked.ok ? ok(new Set(asked.value.rows.map(([name]) => String(name)))) : asked;
}
