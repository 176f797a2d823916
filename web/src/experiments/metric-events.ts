import type { Metric } from "./queries.ts";

export type MetricEvent = NonNullable<Metric["event"]>;
type Filter = NonNullable<MetricEvent["filters"]>[number];
export type FilterOperator = Filter["operator"];

/** A filter as the form has it: what is compared with is a text there. */
export type FilterValues = {
  property: string;
  operator: FilterOperator;
  value: string;
  /** As it was: a text of digits that nobody touched stays a text. */
  kept: Filter["value"];
};
/** An event of a metric, or a step of its funnel. */
export type EventValues = { name: string; filters: FilterValues[]; kept: MetricEvent | undefined };

export const NEW_EVENT: EventValues = { name: "", filters: [], kept: undefined };
export const NEW_FILTER: FilterValues = { property: "", operator: "equals", value: "", kept: undefined };

export const FILTER_OPERATORS: readonly { value: FilterOperator; label: string }[] = [
  { value: "equals", label: "is" },
  { value: "not_equals", label: "is not" },
  { value: "contains", label: "contains" },
  { value: "not_contains", label: "does not contain" },
  { value: "greater_than", label: "is more than" },
  { value: "less_than", label: "is less than" },
  { value: "is_set", label: "is set" },
  { value: "is_not_set", label: "is not set" },
];

export const takesValue = (operator: FilterOperator): boolean =>
  operator !== "is_set" && operator !== "is_not_set";

export const eventValues = (event: MetricEvent | null | undefined): EventValues => ({
  name: event?.name ?? "",
  filters: (event?.filters ?? []).map(({ property, operator, value }) => ({
    ...{ property, operator, kept: value },
    value: value === undefined ? "" : String(value),
  })),
  kept: event ?? undefined,
});

/** Null: no event is named. A property that a ratio adds up goes with the event it is of. */
export function toMetricEvent({ name, filters, kept }: EventValues): MetricEvent | null {
  if (name === "") return null;
  return {
    name,
    ...(filters.length === 0 ? {} : { filters: filters.map(toFilter) }),
    ...(kept?.name === name && kept.property != null ? { property: kept.property } : {}),
  };
}

function toFilter({ property, operator, value, kept }: FilterValues): Filter {
  const named = { property: property.trim(), operator };
  if (!takesValue(operator)) return named;
  return { ...named, value: kept !== undefined && String(kept) === value ? kept : typed(value, operator) };
}

/** Numbers and booleans are meant as such; texts that are looked for inside of others are texts. */
function typed(text: string, operator: FilterOperator): string | number | boolean {
  if (operator === "contains" || operator === "not_contains") return text;
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}
