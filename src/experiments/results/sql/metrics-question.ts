import type { Metric } from "../../record/metric-wire.ts";
import type { AnalysisPlan } from "../plan.ts";
import { Binder } from "./binder.ts";
import { seenSql, unitOf, variantNumberSql } from "./exposure-sql.ts";
import { isPair, type MetricColumns, metricColumns } from "./metric-sql.ts";
import { type Catalog, Properties } from "./property-sql.ts";

const DAY_MS = 86_400_000;

/** Sums of one metric, in the order of its columns in the answer. */
export const SINGLE_SUMS = ["y", "yy", "x", "xx", "xy"] as const;
export const PAIR_SUMS = ["a", "aa", "b", "bb", "ab", "xa", "xaa", "xb", "xbb", "xab"] as const;

export const sumsOf = (metric: Metric): readonly string[] => (isPair(metric) ? PAIR_SUMS : SINGLE_SUMS);

/**
 * One question for all metrics of one kind of unit: the units of each variant, and for each metric its sums. Rows: variant number, units,
 * then the sums of metric after metric. Units that are in two variants are left out. By day: the day of the first exposure comes
 * second, and a row stands for the units of that day.
 */
export function metricsQuestion(
  plan: AnalysisPlan,
  groupKey: string | null,
  metrics: readonly Metric[],
  catalog: Catalog,
  byDay = false,
): { sql: string; params: Binder["params"] } {
  const binder = new Binder();
  const properties = new Properties(catalog, binder);
  const unit = unitOf(groupKey, properties);
  const bounds = `events.time between ${binder.bind(plan.fromMs - plan.preMs)} and ${binder.bind(plan.toMs)}`;
  const eventsWhere = (columns: string, condition: string, join = "") =>
    `select ${columns} from events ${unit.join} join units on units.unit = ${unit.sql} ${join}
     where ${bounds} and ${unit.where} and ${condition}`;
  const scope = { plan, binder, properties, eventsWhere };
  const columns = metrics.map((metric, number) => metricColumns(metric, number, scope));
  const relations = columns.flatMap((each) => each.relations);
  const parts = [
    `seen as (${seenSql(plan, unit, binder, properties)})`,
    `units as materialized (
      select unit, min(v) as v, min(time) as first, max(time) as last
      from (select unit, time, ${variantNumberSql(plan, "variant", binder)} as v from seen)
      group by unit having min(v) = max(v) and min(v) >= 0)`,
    ...relations.map(({ name, sql }) => `${name} as (${sql})`),
    ...perUnit(columns, binder, eventsWhere, byDay ? ["v", "first"] : ["v"]),
    ...caps(plan, metrics),
  ];
  const sums = metrics.flatMap((metric, number) => sumsSql(plan, metric, number));
  const from = isCapped(plan, metrics) ? "per_unit cross join caps" : "per_unit";
  const day = `first // ${DAY_MS}`;
  const of = byDay
    ? { columns: `v, ${day} as day`, names: "v, day", group: `v, ${day}` }
    : { columns: "v", names: "v", group: "v" };
  return {
    sql: `with ${parts.join(",\n")},
      counts as (select ${of.columns}, count(*) as n from units group by ${of.group}),
      sums as (select ${[of.columns, ...sums].join(", ")} from ${from} group by ${of.group})
      select ${of.names}, counts.n, sums.* exclude (${of.names}) from counts left join sums using (${of.names}) order by ${of.names}`,
    params: binder.params,
  };
}

/** One row a unit with all its values. Units without an event may be missing: nothing is added for them. */
function perUnit(
  columns: readonly MetricColumns[],
  binder: Binder,
  eventsWhere: (columns: string, condition: string) => string,
  ofUnit: readonly string[],
): string[] {
  const aggregates = Object.assign({}, ...columns.map((each) => each.aggregates)) as Record<string, string>;
  const names = [
    ...new Set(columns.flatMap((each) => (each.relations.length > 0 ? [] : (each.events ?? [])))),
  ];
  const listed = Object.entries(aggregates).map(([name, sql]) => `${sql} as ${name}`);
  const within =
    names.length === 0 ? "false" : `events.event in (${names.map((name) => binder.bind(name)).join()})`;
  const told = ofUnit.map((name) => `any_value(units.${name}) as ${name}`);
  const totals = `${eventsWhere(["units.unit", ...told, ...listed].join(", "), within)} group by units.unit`;
  const own = columns.flatMap((each) =>
    each.relations.map(({ name }) => name).filter((name) => name.startsWith("m")),
  );
  if (own.length === 0) return [`per_unit as (${totals})`];
  const joins = own.map((name) => `left join ${name} on ${name}.unit = units.unit`).join(" ");
  const values = own.map((name) => `, ${name}.value as ${name}`).join("");
  return [
    `totals as (${totals})`,
    `per_unit as (select ${ofUnit.map((name) => `units.${name}`).join(", ")}, totals.* exclude (unit, ${ofUnit.join(", ")}) ${values}
      from units left join totals on totals.unit = units.unit ${joins})`,
  ];
}

const CAPPED = new Set<Metric["kind"]>(["total_events", "total_sessions", "value_sum"]);

const isCappedMetric = ({ settings }: AnalysisPlan, metric: Metric): boolean =>
  CAPPED.has(metric.kind) && (metric.winsorize ?? settings.winsorization.enabled);

const isCapped = (plan: AnalysisPlan, metrics: readonly Metric[]): boolean =>
  metrics.some((metric) => isCappedMetric(plan, metric));

/** One cap for all variants, over what is not zero: among many zeros the cap would be zero itself. */
function caps(plan: AnalysisPlan, metrics: readonly Metric[]): string[] {
  if (!isCapped(plan, metrics)) return [];
  const share = plan.settings.winsorization.percentile / 100;
  const each = metrics.flatMap((metric, number) => {
    if (!isCappedMetric(plan, metric)) return [];
    const value = `m${number}_y`;
    const at = (part: number, name: string) =>
      `quantile_cont(${value}, ${part}) filter (${value} <> 0) as ${name}${number}`;
    return [at(share, "high"), at(1 - share, "low")];
  });
  return [`caps as (select ${each.join(", ")} from per_unit)`];
}

function sumsSql(plan: AnalysisPlan, metric: Metric, number: number): string[] {
  const looksBack = plan.preMs > 0;
  const value = (part: string) => `coalesce(m${number}_${part}, 0)::DOUBLE`;
  const before = (part: string) => (looksBack ? value(part) : "0::DOUBLE");
  const capped = `case when m${number}_y <> 0 then least(greatest(m${number}_y, low${number}), high${number}) else 0 end::DOUBLE`;
  const [y, x] = [isCappedMetric(plan, metric) ? `(${capped})` : value("y"), before("x")];
  const [a, b, xa, xb] = [value("a"), value("b"), before("xa"), before("xb")];
  const products: [string, string?][] = isPair(metric)
    ? [[a], [a, a], [b], [b, b], [a, b], [xa], [xa, xa], [xb], [xb, xb], [xa, xb]]
    : [[y], [y, y], [x], [x, x], [x, y]];
  return products.map(
    ([left, right], index) =>
      `sum(${left}${right === undefined ? "" : ` * ${right}`}) as s${number}_${sumsOf(metric)[index]}`,
  );
}
