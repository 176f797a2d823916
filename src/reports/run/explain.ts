import type { Clause, Filters, Property } from "../model/filters.ts";
import type { Measure } from "../model/measure.ts";
import type { SegmentationReport } from "../model/report.ts";
import type { Unit } from "../model/time-frame.ts";
import type { TimeAxis } from "../plan/time-axis.ts";
import { at } from "../plan/zone.ts";

const BY: Record<Unit, string> = {
  minute: "by the minute",
  hour: "by hour",
  day: "by day",
  week: "by week",
  month: "by month",
  quarter: "by quarter",
  year: "by year",
};

/** How an answer came about, in a few plain sentences. */
export function explain(report: SegmentationReport, { span, zone, unit }: TimeAxis): string {
  const names = report.events.map(({ event, filters }) => sayEvent(event, filters));
  const [from, to] = [span.fromMs, span.beforeMs - 1].map((ms) => at(ms, zone).toPlainDate().toString());
  const days = from === to ? `on ${from}` : `from ${from} to ${to}`;
  const parts = [
    `${sayMeasure(report.measure ?? { kind: "total" })} of ${names.join(", ")}`,
    `${BY[unit]}, ${days}, with days as in ${zone}`,
    ...(report.filters?.clauses.length ? [`where ${sayFilters(report.filters)}`] : []),
    ...(report.where ? [`where ${report.where}`] : []),
    ...(report.breakdown ? [`for each value of ${sayProperty(report.breakdown)}`] : []),
  ];
  return `${parts.join("; ")}. Copies of an event count once. A person is one by all linked ids, as they are linked now.`;
}

const sayEvent = (event: string | null, filters: Filters | undefined): string => {
  const name = event === null ? "all events" : `'${event}'`;
  return filters?.clauses.length ? `${name} (${sayFilters(filters)})` : name;
};

const sayProperty = ({ property, column, of }: Property): string => {
  const own = of === "profile" ? `'${property}' of the person as of now` : `'${property}'`;
  return column === undefined ? own : `'${column}' that ${own} leads to`;
};

function sayMeasure(measure: Measure): string {
  switch (measure.kind) {
    case "total":
      return "Number";
    case "unique":
      return "Persons with any";
    case "average":
      return "Number by person";
    case "active":
      return `Persons, within ${measure.days} days up to the end of each period, with any`;
    case "frequency":
      return `${sayAggregate(measure)} over persons of the number`;
    case "distinct":
      return `Different values of ${sayProperty(measure)}`;
    case "property":
      return `${sayAggregate(measure)} of ${sayProperty(measure)}, where it is a number,`;
  }
}

const sayAggregate = ({
  aggregate,
  percentile,
}: {
  aggregate: string;
  percentile?: number | undefined;
}): string =>
  aggregate === "percentile"
    ? `Percentile ${percentile}`
    : `${aggregate.slice(0, 1).toUpperCase()}${aggregate.slice(1)}`;

function sayFilters({ match = "all", clauses }: Filters): string {
  const said = clauses.map((one) => ("clauses" in one ? `(${sayFilters(one)})` : sayClause(one)));
  return said.join(match === "all" ? " and " : " or ");
}

const sayClause = (clause: Clause): string => {
  const value = clause.value === undefined ? "" : ` ${JSON.stringify(clause.value)}`;
  return `${sayProperty(clause)} ${clause.operator.replaceAll("_", " ")}${value}`;
};
