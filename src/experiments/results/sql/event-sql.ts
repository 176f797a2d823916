import type { Filter, MetricEvent } from "../../record/metric-wire.ts";
import type { Binder } from "./binder.ts";
import type { Properties } from "./property-sql.ts";

/** Whether an event is the one that is meant. */
export function eventSql(
  { name, filters = [] }: MetricEvent,
  binder: Binder,
  properties: Properties,
): string {
  const conditions = filters.map((filter) => filterSql(filter, binder, properties));
  return [`events.event = ${binder.bind(name)}`, ...conditions].join(" and ");
}

function filterSql(
  { property, operator, value = "" }: Filter,
  binder: Binder,
  properties: Properties,
): string {
  // What is bound has to be used: values are bound where they are needed.
  const text = () => properties.text(property);
  const given = () => binder.bind(typeof value === "boolean" ? String(value) : value);
  const own = () => (typeof value === "number" ? properties.number(property) : text());
  switch (operator) {
    case "equals":
      return `coalesce(${own()} = ${given()}, false)`;
    case "not_equals":
      return `coalesce(${own()} <> ${given()}, true)`;
    case "greater_than":
      return `coalesce(${properties.number(property)} > ${given()}, false)`;
    case "less_than":
      return `coalesce(${properties.number(property)} < ${given()}, false)`;
    case "contains":
      return `coalesce(contains(lower(${text()}), lower(${given()}::VARCHAR)), false)`;
    case "not_contains":
      return `not coalesce(contains(lower(${text()}), lower(${given()}::VARCHAR)), false)`;
    case "is_set":
      return `${text()} is not null`;
    case "is_not_set":
      return `${text()} is null`;
  }
}
