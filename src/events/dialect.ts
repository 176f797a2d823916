/** What a value may be. `moment`: milliseconds since the epoch. `json`: a list or an object, as its text. */
export const VALUE_TYPES = ["number", "text", "boolean", "moment", "json", "null"] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/**
 * A value that may be of any type, as SQL: one expression for each type it can have at all, which is NULL when the value is of another
 * one. A value that is missing is NULL in all of them; `null` is true for the null that was sent.
 */
export type TypedSql = { readonly [Type in ValueType]?: string };

/** Relations that a question joins to `events` when it needs them. */
export type JoinName = "links" | "lineages";

/**
 * How an engine spells what questions over events are made of. A question is written once against this; property names reach SQL only as
 * bound values and through the catalog's column names.
 */
export type Dialect = {
  joins: Readonly<Record<JoinName, string>>;
  /** Whose event it is, as a number to count by; needs the join `links` where that is said. */
  person: { ofEvent: string; ofId: (id: string) => string; linksOn: (id: string) => string };
  /** What every event has besides the properties its record gave, by the name people filter by. */
  added(name: string): { value: TypedSql; joins: readonly JoinName[] } | undefined;
  /** A part of a JSON text, at a JSON pointer or the whole, when it is of this type; else NULL. */
  jsonPart(json: string, pointer: string | null, type: Exclude<ValueType, "moment">): string;
  isJsonObject(json: string, pointer: string | null): string;
  /** The items of a JSON list as JSON texts; NULL when it is none. */
  jsonItems(json: string): string;
  anyItem(items: string, test: (item: string) => string): string;
  allItems(items: string, test: (item: string) => string): string;
  /** What the items lead to in a column of a lookup table, as the text of a JSON list; NULL when none leads anywhere. */
  lookUpItems(items: string, relation: string, column: string): string;
  /** Whether two lists of items are the same, in whatever order. */
  sameItems(left: string, right: string): string;
  /** One row for each different item, and one with NULL where there is none. */
  unnest(items: string, relation: string, column: string): string;
  /** A relation with a row for each object of a JSON list: these keys of it as JSON text, NULL where it has none. */
  jsonRows(json: string, keys: readonly string[]): string;

  number(value: string): string;
  whole(number: string): string;
  /** NULL for what no double can say. */
  finite(number: string): string;
  remainder(left: string, right: string): string;
  roundHalfAway(number: string): string;
  /** The whole part of a quotient that is not negative. */
  quotient(left: string, right: number): string;
  numberText(number: string): string;
  readNumber(text: string): string;
  /** Twelve times the year plus the month, of local time in milliseconds. */
  monthNumber(localMs: string): string;
  /** The moment that an ISO text names in UTC, in milliseconds. */
  readMoment(text: string): string;
  momentText(moment: string): string;

  contains(text: string, part: string): string;
  startsWith(text: string, part: string): string;
  endsWith(text: string, part: string): string;
  lower(text: string): string;
  matches(text: string, pattern: string): string;
  /** Exact, between the closest ranks. */
  percentile(value: string, share: number): string;
  countDistinct(values: readonly string[]): string;
};
