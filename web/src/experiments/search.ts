import type { Experiment } from "./queries.ts";

const STATUSES = [
  "draft",
  "active",
  "concluded",
  "success",
  "fail",
] as const satisfies Experiment["status"][];
export const TABS = ["results", "overview", "exposures", "decisions", "activity"] as const;
export type ExperimentTab = (typeof TABS)[number];

export type ListSearch = { status?: Experiment["status"]; q?: string; archived?: true; sort?: string };
export type OneSearch = { tab?: ExperimentTab; metric?: string; table?: true };

const oneOf = <Word extends string>(words: readonly Word[], given: unknown): Word | undefined =>
  words.find((word) => word === given);
const text = (given: unknown): string | undefined =>
  typeof given === "string" || typeof given === "number" ? String(given) || undefined : undefined;

/** Without the keys that say nothing, so that they leave the address. */
export const compact = <Search extends object>(
  search: { [Key in keyof Search]: Search[Key] | undefined },
): Search => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Search;

export const readListSearch = (given: Record<string, unknown>): ListSearch =>
  compact<ListSearch>({
    status: oneOf(STATUSES, given.status),
    q: text(given.q),
    archived: given.archived === true ? true : undefined,
    sort: text(given.sort),
  });

export const readOneSearch = (given: Record<string, unknown>): OneSearch =>
  compact<OneSearch>({
    tab: oneOf(TABS, given.tab),
    metric: text(given.metric),
    table: given.table === true ? true : undefined,
  });
