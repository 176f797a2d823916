import { textParam, withoutEmpty, wordParam } from "../app/read-search.ts";

const TABS = ["live", "search"] as const;

/** Everything the page shows, as its address has it. */
export type EventsSearch = {
  tab?: (typeof TABS)[number];
  event?: string;
  user?: string;
  /** Live: one property and its value. */
  property?: string;
  value?: string;
  /** Search: the filters of reports. The page reads them line by line and says what it left out. */
  filters?: unknown;
  /** Columns in sight, properties among them. */
  columns?: string[];
  /** Search: where the page in sight begins. */
  page?: string;
};

const COLUMNS_MAX = 50;

export function readEventsSearch(given: Record<string, unknown>): EventsSearch {
  return withoutEmpty({
    tab: wordParam(TABS, given.tab),
    event: textParam(given.event),
    user: textParam(given.user),
    property: textParam(given.property),
    value: textParam(given.value),
    filters: given.filters,
    columns: readColumns(given.columns),
    page: textParam(given.page),
  });
}

function readColumns(given: unknown): string[] | undefined {
  if (!Array.isArray(given)) return undefined;
  return given
    .map(textParam)
    .filter((name) => name !== undefined)
    .slice(0, COLUMNS_MAX);
}
