import { fail, ok, type Result } from "../../platform/result.ts";
import type { EntityType } from "../schemas/types.ts";
import { type MergedEntry, type Status, statusOf } from "./list-entries.ts";

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

export type Order = "asc" | "desc";
export type Page = { sort: Sort; order: Order; limit: number; after: string | undefined };

/** The entries that are wanted, in their order, a page of them. `next` is the place of the last one. */
export function pickEntries(
  entries: readonly MergedEntry[],
  filter: EntryFilter,
  { sort, order, limit, after }: Page,
): Result<{ entries: MergedEntry[]; next: string | null; total: number }, { code: "page_invalid" }> {
  const place = after === undefined ? undefined : readPlace(after);
  if (place === null) return fail({ code: "page_invalid" });
  const placeOf = (entry: MergedEntry): Place => [SORTS[sort](entry), entry.name, entry.entityType];
  const direction = order === "asc" ? 1 : -1;
  const compare = (left: Place, right: Place) =>
    direction * compareValues(left[0], right[0]) ||
    compareValues(left[1], right[1]) ||
    compareValues(left[2], right[2]);
  const wanted = entries.filter(matches(filter)).map((entry) => ({ entry, place: placeOf(entry) }));
  wanted.sort((left, right) => compare(left.place, right.place));
  const from = place === undefined ? 0 : wanted.findIndex((one) => compare(one.place, place) > 0);
  const page = from === -1 ? [] : wanted.slice(from, from + limit);
  const last = page.at(-1);
  const isMore = last !== undefined && from + limit < wanted.length;
  return ok({
    entries: page.map(({ entry }) => entry),
    next: isMore ? writePlace(last.place) : null,
    total: wanted.length,
  });
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

/** By code units, so that every node and every page agrees. */
const compareValues = (left: string | number, right: string | number): number =>
  left < right ? -1 : left > right ? 1 : 0;

type Place = readonly [value: string | number, name: string, entityType: string];

const writePlace = (place: Place): string => Buffer.from(JSON.stringify(place)).toString("base64url");

function readPlace(text: string): Place | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (!Array.isArray(read) || read.length !== 3) return null;
    const [value, name, entityType] = read as unknown[];
    const isValue = typeof value === "string" || typeof value === "number";
    return isValue && typeof name === "string" && typeof entityType === "string"
      ? [value, name, entityType]
      : null;
  } catch {
    return null;
  }
}
