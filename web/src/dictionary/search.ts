const TABS = ["events", "properties", "profiles", "violations", "lookup-tables", "schemas"] as const;
export type DictionaryTab = (typeof TABS)[number];

const STATUSES = ["visible", "hidden", "blocked"] as const;
const ENTRY_SORTS = [
  "name",
  "display_name",
  "volume",
  "first_seen",
  "last_seen",
  "violations",
  "changed",
] as const;
const PROPERTY_SORTS = ["name", "display_name", "volume", "last_seen", "events", "violations"] as const;
const SORTS = [...ENTRY_SORTS, ...PROPERTY_SORTS];
export type DictionarySort = (typeof SORTS)[number];

/** The order of a list, where it has such a one. */
export const entrySort = (sort: DictionarySort | undefined) => oneOf(ENTRY_SORTS, sort);
export const propertySort = (sort: DictionarySort | undefined) => oneOf(PROPERTY_SORTS, sort);

/** Everything the dictionary page shows, as its address has it. What is left out is the default. */
export type DictionarySearch = {
  tab?: DictionaryTab;
  q?: string;
  tag?: string;
  contact?: string;
  status?: (typeof STATUSES)[number];
  declared?: boolean;
  seen?: boolean;
  violations?: boolean;
  sort?: DictionarySort;
  order?: "asc" | "desc";
  page?: string;
  columns?: string;
  /** The profiles looked at: `$user` or a group key. */
  profile?: string;
};

/** What does not fit is left out: an old link still opens the page. */
export const readDictionarySearch = (given: Record<string, unknown>): DictionarySearch =>
  compact({
    tab: oneOf(TABS, given.tab),
    status: oneOf(STATUSES, given.status),
    sort: oneOf(SORTS, given.sort),
    order: oneOf(["asc", "desc"] as const, given.order),
    q: text(given.q),
    tag: text(given.tag),
    contact: text(given.contact),
    page: text(given.page),
    columns: text(given.columns),
    profile: text(given.profile),
    declared: flag(given.declared),
    seen: flag(given.seen),
    violations: flag(given.violations),
  });

/** Without the keys that say nothing, so that they leave the address. */
export const compact = <Search extends object>(
  search: {
    [Key in keyof Search]: Search[Key] | undefined;
  },
): Search => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Search;

export const oneOf = <Word extends string>(words: readonly Word[], given: unknown): Word | undefined =>
  words.find((word) => word === given);

/** The router reads a search for "2024" as a number. */
const text = (given: unknown): string | undefined => {
  const said = typeof given === "number" || typeof given === "boolean" ? String(given) : given;
  return typeof said === "string" && said !== "" ? said : undefined;
};
const flag = (given: unknown): boolean | undefined => (typeof given === "boolean" ? given : undefined);
