import type { Result } from "../../platform/result.ts";
import type { Status } from "./list-entries.ts";
import type { ListedProperty } from "./list-properties.ts";
import { type Page, type PageInvalid, pickPage } from "./pick-page.ts";

export type PropertyFilter = {
  q?: string | undefined;
  name?: string | undefined;
  event?: string | undefined;
  status?: Status | undefined;
  isDeclared?: boolean | undefined;
  isSeen?: boolean | undefined;
  hasViolations?: boolean | undefined;
};

const SORTS = {
  name: ({ name }: ListedProperty) => name,
  display_name: ({ declared, name }: ListedProperty) => declared?.displayName ?? name,
  volume: ({ recent }: ListedProperty) => recent,
  last_seen: ({ lastMs }: ListedProperty) => lastMs ?? 0,
  events: ({ events }: ListedProperty) => events.length,
  violations: ({ violations }: ListedProperty) => violations,
} as const;
export type PropertySort = keyof typeof SORTS;
export const PROPERTY_SORTS = Object.keys(SORTS) as PropertySort[];

/** Over all events a property is hidden, or dropped, where any event's schema says so. */
export const propertyStatus = ({ declared }: ListedProperty): Status => {
  if ((declared?.droppedIn ?? 0) > 0) return "blocked";
  return (declared?.hiddenIn ?? 0) > 0 ? "hidden" : "visible";
};

export const pickProperties = (
  properties: readonly ListedProperty[],
  filter: PropertyFilter,
  page: Page<PropertySort>,
): Result<{ items: ListedProperty[]; next: string | null; total: number }, PageInvalid> =>
  pickPage(properties.filter(matches(filter)), page, (line) => [SORTS[page.sort](line), line.name]);

function matches(filter: PropertyFilter): (line: ListedProperty) => boolean {
  const { name, event, status, isDeclared, isSeen, hasViolations } = filter;
  const words = filter.q?.toLowerCase();
  return (line) =>
    (name === undefined || line.name === name) &&
    (event === undefined || line.events.some((one) => one.event === event)) &&
    (status === undefined || propertyStatus(line) === status) &&
    (isDeclared === undefined || (line.declared !== undefined) === isDeclared) &&
    (isSeen === undefined || line.recent > 0 === isSeen) &&
    (hasViolations === undefined || line.violations > 0 === hasViolations) &&
    (words === undefined ||
      [line.name, line.declared?.displayName ?? "", line.declared?.description ?? ""].some((text) =>
        text.toLowerCase().includes(words),
      ));
}
