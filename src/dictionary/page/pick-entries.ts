import type { Result } from "../../platform/result.ts";
import type { EntityType } from "../schemas/types.ts";
import { type MergedEntry, type Status, statusOf } from "./list-entries.ts";
import { type Order, type Page, type PageInvalid, pickPage } from "./pick-page.ts";

export type EntryFilter = {
  q?: string | undefined;
  entityType?: EntityType | undefined;
  tag?: string | undefined;
  status?: Status | undefined;
  /** A person or a team. */
  contact?: string | undefined;
  source?: string | undefined;
  isDeclared?: boolean | undefined;
  isSeen?: boolean | undefined;
  hasViolations?: boolean | undefined;
};

/** What lists can be sorted by. Whatever an entry has nothing of comes last. */
const SORTS = {
  name: (entry: MergedEntry) => entry.name,
  display_name: ({ metadata, name }: MergedEntry) => metadata.displayName ?? name,
  volume: ({ seen }: MergedEntry) => seen?.recent ?? 0,
  first_seen: ({ seen }: MergedEntry) => seen?.firstMs ?? 0,
  last_seen: ({ seen }: MergedEntry) => seen?.lastMs ?? 0,
  violations: ({ violations }: MergedEntry) => violations,
  changed: ({ declared }: MergedEntry) => declared?.changedAt.getTime() ?? 0,
} as const;
export type Sort = keyof typeof SORTS;
export const SORT_NAMES = Object.keys(SORTS) as Sort[];
/** Figures and times from the largest down, names from A on. */
const isByName = (sort: Sort): boolean => sort === "name" || sort === "display_name";
export const defaultOrder = (sort: Sort): Order => (isByName(sort) ? "asc" : "desc");

/** The entries that are wanted, in their order, a page of them. */
export function pickEntries(
  entries: readonly MergedEntry[],
  filter: EntryFilter,
  page: Page<Sort>,
): Result<{ items: MergedEntry[]; next: string | null; total: number }, PageInvalid> {
  return pickPage(entries.filter(matches(filter)), page, (entry) => [
    SORTS[page.sort](entry),
    entry.name,
    entry.entityType,
  ]);
}

function matches(filter: EntryFilter): (entry: MergedEntry) => boolean {
  const { entityType, tag, status, contact, source, isDeclared, isSeen, hasViolations } = filter;
  const words = filter.q?.toLowerCase();
  const has = (list: unknown, wanted: string) => Array.isArray(list) && list.includes(wanted);
  return ({ entityType: type, name, metadata, declared, seen, violations }) =>
    (entityType === undefined || type === entityType) &&
    (status === undefined || statusOf(metadata) === status) &&
    (tag === undefined || has(metadata.tags, tag)) &&
    (contact === undefined || has(metadata.contacts, contact) || has(metadata.teamContacts, contact)) &&
    (source === undefined || metadata.$source === source) &&
    (isDeclared === undefined || (declared !== undefined) === isDeclared) &&
    (isSeen === undefined || (seen !== undefined && seen.recent > 0) === isSeen) &&
    (hasViolations === undefined || violations > 0 === hasViolations) &&
    (words === undefined ||
      [name, metadata.displayName ?? "", declared?.description ?? ""].some((text) =>
        text.toLowerCase().includes(words),
      ));
}
