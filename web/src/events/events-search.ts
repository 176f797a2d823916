import { textParam, withoutEmpty, wordParam } from "../app/read-search.ts";
import type { Filters } from "../ui/filter-clauses.ts";

const TABS = ["live", "search"] as const;

/** Everything the page shows, as its address has it. */
export type EventsSearch = {
  tab?: (typeof TABS)[number];
  event?: string;
  user?: string;
  /** Live: one property and its value. */
  property?: string;
  value?: string;
  /** Search: the filters of reports. Only the page knows whether they fit. */
  filters?: Filters;
  /** Columns in sight, properties among them. */
  columns?: string[];
};

const COLUMNS_MAX = 50;

export function readEventsSearch(given: Record<string, unknown>): EventsSearch {
  return withoutEmpty({
    tab: wordParam(TABS, given.tab),
    event: textParam(given.event),
    user: textParam(given.user),
    property: textParam(given.property),
    value: textParam(given.value),
    filters: readFilters(given.filters),
    columns: readColumns(given.columns),
  });
}

function readColumns(given: unknown): string[] | undefined {
  if (!Array.isArray(given)) return undefined;
  return given
    .map(textParam)
    .filter((name) => name !== undefined)
    .slice(0, COLUMNS_MAX);
}

/** Whether it looks like filters; what they say is the server's to judge, in words. */
function readFilters(given: unknown): Filters | undefined {
  if (typeof given !== "object" || given === null || !("clauses" in given)) return undefined;
  const { clauses } = given;
  const isSound =
    Array.isArray(clauses) &&
    clauses.every(
      (clause: unknown) =>
        typeof clause === "object" &&
        clause !== null &&
        "property" in clause &&
        typeof clause.property === "string" &&
        "operator" in clause &&
        typeof clause.operator === "string",
    );
  return isSound ? (given as Filters) : undefined;
}
