import type { Metric, MetricEvent } from "../../record/metric-wire.ts";
import type { AnalysisPlan } from "../plan.ts";
import type { Binder } from "./binder.ts";
import { eventSql } from "./event-sql.ts";
import type { Properties } from "./property-sql.ts";

const DAY_MS = 86_400_000;
const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: DAY_MS } as const;
/** Without an event for so long, the next one begins a new session. */
const SESSION_GAP_MS = 30 * 60_000;

/** What a unit's value in a metric is made of, before and after the exposure. */
export type MetricColumns = {
  /** `single`: one number of each unit. `pair`: numerator and denominator. */
  shape: "single" | "pair";
  /** Aggregates over a unit's events, by name. */
  aggregates: Record<string, string>;
  /** Relations of their own, one row a unit, for what no aggregate can say. */
  relations: { name: string; sql: string }[];
  /** Events that have to be read for it; null: all. */
  events: string[] | null;
};

export const isPair = ({ kind }: Metric): boolean => kind === "value_average" || kind === "ratio";

export type MetricScope = {
  plan: AnalysisPlan;
  binder: Binder;
  properties: Properties;
  /** Selects events of exposed units, with `units.first` and `units.last`, where a condition holds. */
  eventsWhere(columns: string, condition: string, join?: string): string;
};

/** Each unit's columns are named after the metric's number: `m3_y`, `m3_x`. */
export function metricColumns(metric: Metric, number: number, scope: MetricScope): MetricColumns {
  const { binder, properties } = scope;
  const name = (part: string) => `m${number}_${part}`;
  const [during, before] = [duringSql(metric, scope), beforeSql(scope)];
  const when = (event: MetricEvent | null): string => (event ? eventSql(event, binder, properties) : "true");
  const both = (part: string, aggregate: (within: string) => string): Record<string, string> => ({
    [name(part)]: aggregate(during),
    ...(scope.plan.preMs > 0 ? { [name(part === "y" ? "x" : `x${part}`)]: aggregate(before) } : {}),
  });
  const names = (events: readonly (MetricEvent | null)[]) =>
    events.flatMap((event) => (event ? [event.name] : []));
  const simple = (
    shape: MetricColumns["shape"],
    aggregates: Record<string, string>,
    events: readonly (MetricEvent | null)[],
  ): MetricColumns => ({ shape, aggregates, relations: [], events: names(events) });
  const count = (event: MetricEvent | null) => (within: string) => `count_if(${within} and ${when(event)})`;
  const sum = (event: MetricEvent | null, property: string) => (within: string) =>
    `sum(${properties.number(property)}) filter (${within} and ${when(event)})`;

  switch (metric.kind) {
    case "rate":
      if (metric.steps !== null) return funnel(metric.steps, number, scope, during, before);
      return simple(
        "single",
        both("y", (within) => `(${count(metric.event)(within)} > 0)::INT`),
        [metric.event],
      );
    case "retention": {
      const later = `events.time >= units.first + ${DAY_MS}`;
      const returned = (within: string) => {
        const condition = within === during ? `${within} and ${later}` : within;
        return `(${count(metric.event)(condition)} > 0)::INT`;
      };
      return simple("single", both("y", returned), [metric.event]);
    }
    case "total_events":
      return simple("single", both("y", count(metric.event)), [metric.event]);
    case "value_sum":
      return simple("single", both("y", sum(metric.event, metric.property ?? "")), [metric.event]);
    case "value_average": {
      const number = properties.number(metric.property ?? "");
      const having = (within: string) => `count(${number}) filter (${within} and ${when(metric.event)})`;
      const aggregates = { ...both("a", sum(metric.event, metric.property ?? "")), ...both("b", having) };
      return simple("pair", aggregates, [metric.event]);
    }
    case "ratio": {
      const part = (event: MetricEvent | null) =>
        event?.property ? sum(event, event.property) : count(event);
      const aggregates = { ...both("a", part(metric.event)), ...both("b", part(metric.denominator)) };
      return simple("pair", aggregates, [metric.event, metric.denominator]);
    }
    case "total_sessions":
      return sessions(metric.event, number, scope, during, before);
  }
}

/** From the exposure to the end of the window, the experiment, or what an exposure is answerable for, whichever comes first. */
function duringSql({ conversion_window: window }: Metric, { plan }: MetricScope): string {
  const windowMs = window === null ? 14 * DAY_MS : UNIT_MS[window.unit] * window.value;
  const lastMs = plan.settings.exposure.maxDays * DAY_MS;
  return `events.time >= units.first and events.time <= units.first + ${windowMs} and events.time <= units.last + ${lastMs}`;
}

const beforeSql = ({ plan }: MetricScope): string =>
  `events.time < units.first and events.time >= units.first - ${plan.preMs}`;

/** The earliest moment of each step not before the step before it: whoever has one of the last went through all. */
function funnel(
  steps: readonly MetricEvent[],
  number: number,
  scope: MetricScope,
  during: string,
  before: string,
): MetricColumns {
  const { binder, properties, plan } = scope;
  const relations: MetricColumns["relations"] = [];
  const walk = (part: string, within: string): string => {
    let last = "";
    for (const [index, step] of steps.entries()) {
      const name = `f${number}_${part}${index}`;
      const order = steps[index - 1]?.name === step.name ? ">" : ">=";
      const join = last === "" ? "" : `join ${last} before on before.unit = units.unit`;
      const later = last === "" ? "" : `and events.time ${order} before.at`;
      const condition = `${within} and ${eventSql(step, binder, properties)} ${later}`;
      relations.push({
        name,
        sql: `${scope.eventsWhere("units.unit, min(events.time) as at", condition, join)} group by units.unit`,
      });
      last = name;
    }
    return last;
  };
  const columns = (part: string, name: string) =>
    relations.push({ name: `m${number}_${part}`, sql: `select unit, 1 as value from ${name}` });
  columns("y", walk("y", during));
  if (plan.preMs > 0) columns("x", walk("x", before));
  return { shape: "single", aggregates: {}, relations, events: steps.map(({ name }) => name) };
}

function sessions(
  event: MetricEvent | null,
  number: number,
  scope: MetricScope,
  during: string,
  before: string,
): MetricColumns {
  const what = event ? eventSql(event, scope.binder, scope.properties) : "true";
  const counted = (within: string): string => {
    const gap = `events.time - lag(events.time) over (partition by units.unit order by events.time) as gap`;
    const gaps = scope.eventsWhere(`units.unit, ${gap}`, `${within} and ${what}`);
    return `select unit, count_if(gap is null or gap > ${SESSION_GAP_MS}) as value from (${gaps}) group by unit`;
  };
  return {
    shape: "single",
    aggregates: {},
    relations: [
      { name: `m${number}_y`, sql: counted(during) },
      ...(scope.plan.preMs > 0 ? [{ name: `m${number}_x`, sql: counted(before) }] : []),
    ],
    events: event ? [event.name] : null,
  };
}
