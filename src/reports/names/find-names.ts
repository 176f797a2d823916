import type { NameDictionary, NameMarks } from "../../dictionary/index.ts";
import type {
  EventNameCount,
  EventStore,
  PropertyNameCount,
  ValueCount,
  Window,
} from "../../events/index.ts";
import type { Clock } from "../../platform/clock.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { joinedValue, keysOf, type Lookups, lookUpAll } from "../lookups.ts";
import { valueText } from "./value-text.ts";

const DAY_MS = 86_400_000;
/** The last moment a date can name. An event stamped with tomorrow is not an old one: windows have a beginning only. */
const END_OF_TIME_MS = 8_640_000_000_000_000;

/** How far back a name counts as still in use: by event time, not by when the event arrived. */
export const NAME_DAYS = { menus: 30, queryApi: 31 } as const;
/** Properties and their values, in menus and in the query API alike. */
const PROPERTY_DAYS = 28;
/** A search looks through the commonest values; past so many nobody picks from a menu. */
const SEARCHED_VALUES_MAX = 10_000;

const UNMARKED: NameMarks = { displayName: null, isHidden: false, tags: [], contacts: [], teamContacts: [] };
const NOTHING_SAID: ReadonlyMap<string, NameMarks> = new Map();

export type NamesDeps = {
  store: Pick<EventStore, "eventNames" | "propertyNames" | "topValues">;
  dictionary?: NameDictionary | undefined;
  lookups?: Lookups | undefined;
  clock: Clock;
};

const windowOf = (clock: Clock, days: number): Window => ({
  fromMs: clock.now() - days * DAY_MS,
  beforeMs: END_OF_TIME_MS,
});

type Wanted = { limit: number; includeHidden?: boolean | undefined };

/** The commonest first, then by name. What the dictionary hides is left out unless it is asked for. */
export async function findEventNames(
  { store, dictionary, clock }: NamesDeps,
  projectId: number,
  { days, ...wanted }: Wanted & { days: number },
): Promise<(EventNameCount & { marks: NameMarks })[]> {
  const names = await store.eventNames(projectId, windowOf(clock, days));
  const said = (await dictionary?.events(projectId)) ?? NOTHING_SAID;
  return pick(names, ({ event }) => said.get(event), wanted);
}

function pick<Name>(
  names: readonly Name[],
  marksOf: (name: Name) => NameMarks | undefined,
  { limit, includeHidden = false }: Wanted,
): (Name & { marks: NameMarks })[] {
  const marked = names.map((name) => ({ ...name, marks: marksOf(name) ?? UNMARKED }));
  return marked.filter(({ marks }) => includeHidden || !marks.isHidden).slice(0, limit);
}

export async function findPropertyNames(
  { store, dictionary, clock }: NamesDeps,
  projectId: number,
  { event, ...wanted }: Wanted & { event?: string | undefined },
): Promise<(PropertyNameCount & { marks: NameMarks })[]> {
  const of = { ...windowOf(clock, PROPERTY_DAYS), ...(event === undefined ? {} : { event }) };
  const names = await store.propertyNames(projectId, of);
  const said = (await dictionary?.properties(projectId, event)) ?? NOTHING_SAID;
  return pick(names, ({ name }) => said.get(name), wanted);
}

export type ValuesWanted = {
  property: string;
  event?: string | undefined;
  limit: number;
  /** Only values whose text begins with this, in capitals or not. */
  prefix?: string | undefined;
};

export async function findValues(
  { store, clock }: NamesDeps,
  projectId: number,
  { property, event, limit, prefix = "" }: ValuesWanted,
): Promise<ValueCount[]> {
  const found = await store.topValues(projectId, {
    ...windowOf(clock, PROPERTY_DAYS),
    ...(event === undefined ? {} : { event }),
    property,
    limit: prefix === "" ? limit : SEARCHED_VALUES_MAX,
  });
  const wanted = prefix.toLowerCase();
  return found.filter(({ value }) => valueText(value).toLowerCase().startsWith(wanted)).slice(0, limit);
}

export type JoinFailure =
  | { code: "not_mapped"; property: string }
  | { code: "unknown_column"; column: string; columns: readonly string[] };

/**
 * The values that a property leads to in a column of its lookup table, counted by event. They come from the commonest values of the
 * property itself; a list counts once for each value its items lead to.
 */
export async function findJoinedValues(
  deps: NamesDeps,
  projectId: number,
  { column, limit, prefix = "", ...wanted }: ValuesWanted & { column: string },
): Promise<Result<ValueCount[], JoinFailure>> {
  const tableId = (await deps.lookups?.tablesOf(projectId, "event"))?.get(wanted.property);
  if (deps.lookups === undefined || tableId === undefined)
    return fail({ code: "not_mapped", property: wanted.property });
  const columns = await deps.lookups.columnsOf(projectId, tableId);
  if (columns?.includes(column) === false) return fail({ code: "unknown_column", column, columns });
  const values = await findValues(deps, projectId, { ...wanted, limit: SEARCHED_VALUES_MAX });
  const rows = new Map();
  const keys = values.flatMap(({ value }) => keysOf(value));
  await lookUpAll(deps.lookups, projectId, tableId, keys, rows);
  const counts = new Map<string, ValueCount>();
  for (const { value, count } of values) {
    const joined = joinedValue(value, column, rows);
    const each =
      Array.isArray(value) && Array.isArray(joined) ? joined : joined === undefined ? [] : [joined];
    for (const [text, one] of new Map(each.map((item) => [JSON.stringify(item), item]))) {
      const known = counts.get(text) ?? { value: one, count: 0 };
      counts.set(text, { ...known, count: known.count + count });
    }
  }
  const begins = prefix.toLowerCase();
  return ok(
    [...counts.values()]
      .filter(({ value }) => valueText(value).toLowerCase().startsWith(begins))
      .sort((left, right) => right.count - left.count)
      .slice(0, limit),
  );
}
