import type { EventPlace, EventStore, QueryFailure, StoredEvent } from "../../events/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { compileSearch } from "../compile/search.ts";
import { compiled, type TooLongFailure } from "../compile/statement.ts";
import { readCursor, writeCursor } from "../event-cursor.ts";
import type { Filters } from "../model/filters.ts";
import { checkReferences } from "../plan/check-references.ts";
import { type Condition, patternsIn, usesIn } from "../plan/condition.ts";
import { type ReportFailure, refuseField } from "../plan/failure.ts";
import { planFilters } from "../plan/plan-filters.ts";
import { planWhere } from "../plan/plan-report.ts";
import { resolvePersons } from "../plan/resolve-persons.ts";
import type { Sources } from "../plan/sources.ts";
import type { TimeSpan } from "../plan/time-span.ts";
import type { AskDeps } from "../run/ask-report.ts";
import { findBadPattern } from "../run/find-bad-pattern.ts";
import { readSources } from "../run/sources.ts";
import { whileProfilesAreHeld } from "../run/while-profiles-are-held.ts";

export type SearchDeps = Omit<AskDeps, "store" | "slots" | "reportTimeoutMs"> & {
  store: AskDeps["store"] & Pick<EventStore, "readPlaces">;
};

export type Search = {
  events?: readonly string[] | undefined;
  person?: string | undefined;
  filters?: Filters | undefined;
  where?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  cursor?: string | undefined;
  limit: number;
};

export type FoundEvents = { events: StoredEvent[]; next: string | null };
export type SearchFailure = ReportFailure | QueryFailure | TooLongFailure;

export const SEARCH_DAYS = 30;
const DAY_MS = 86_400_000;
/** The last moment a date can name: an event stamped with tomorrow is not an old one. */
const END_OF_TIME_MS = 8_640_000_000_000_000;
const SEARCH_TIMEOUT_MS = 60_000;

/** The newest events that a filter leaves, a page at a time. */
export async function findEvents(
  deps: SearchDeps,
  projectId: number,
  search: Search,
  left: AbortSignal,
): Promise<Result<FoundEvents, SearchFailure>> {
  const nowMs = deps.clock.now();
  const span = searchSpan(search, nowMs);
  if (!span.ok) return span;
  const after = search.cursor === undefined ? undefined : readCursor(search.cursor);
  if (after === null) return refuseField("cursor", "is not one of ours; use `next` of the page before");
  const planned = await planCondition(deps, projectId, search, nowMs);
  if (!planned.ok) return planned;
  const expressions = usesIn(planned.value).map(({ of }) => of);
  return whileProfilesAreHeld(deps, expressions, async () => {
    const sources = await readSources(deps, projectId, expressions);
    const place = { span: span.value, after: after ?? null };
    return await findPlaces(
      deps,
      projectId,
      { ...search, ...place, condition: planned.value },
      sources,
      left,
    );
  });
}

type Planned = Pick<Search, "events" | "limit"> & {
  span: TimeSpan;
  after: EventPlace | null;
  condition: Condition;
};

async function findPlaces(
  deps: SearchDeps,
  projectId: number,
  { span, after, events, limit, condition: planned }: Planned,
  sources: Sources,
  left: AbortSignal,
): Promise<Result<FoundEvents, SearchFailure>> {
  const declared = (await deps.dictionary?.properties(projectId)) ?? new Map<string, never>();
  const unknown = checkReferences(usesIn(planned), { ...sources, declared });
  if (unknown !== undefined) return fail(unknown);
  const bad = await findBadPattern(deps, projectId, patternsIn(planned));
  if (bad !== undefined) return refuseField(bad.field, bad.reason);
  const condition = await resolvePersons(deps.store, projectId, planned);
  const question = { span, events: events ?? null, condition, after, limit: limit + 1 };
  const statement = compiled(() => compileSearch(question, sources));
  if (!statement.ok) return statement;
  const asked = await deps.store.query(projectId, {
    ...statement.value,
    timeoutMs: SEARCH_TIMEOUT_MS,
    rowsMax: limit + 1,
    signal: left,
  });
  return asked.ok ? ok(await readFound(deps, projectId, asked.value.rows, limit)) : asked;
}

async function readFound(
  { store }: SearchDeps,
  projectId: number,
  rows: readonly unknown[][],
  limit: number,
): Promise<FoundEvents> {
  const places = rows.slice(0, limit).map(([time, position, order]) => ({
    timeMs: Number(time),
    position: Number(position),
    order: Number(order),
  }));
  const { events, more } = await store.readPlaces(projectId, places);
  const last = more ? events.at(-1) : places.at(-1);
  return { events, next: (more || rows.length > limit) && last ? writeCursor(last) : null };
}

function searchSpan({ from, to }: Search, nowMs: number): Result<TimeSpan, ReportFailure> {
  const firstMs = nowMs - SEARCH_DAYS * DAY_MS;
  const fromMs = from === undefined ? firstMs : Date.parse(from);
  const beforeMs = to === undefined ? END_OF_TIME_MS : Date.parse(to);
  // A page that was opened a while ago still asks from the moment it had then.
  if (fromMs < firstMs - DAY_MS)
    return refuseField("from", `events are listed for ${SEARCH_DAYS} days; ask a report for older ones`);
  return fromMs < beforeMs ? ok({ fromMs, beforeMs }) : refuseField("from", "must be earlier than to");
}

async function planCondition(
  { calendarOf }: SearchDeps,
  projectId: number,
  { filters, where, person }: Search,
  nowMs: number,
): Promise<Result<Condition, ReportFailure>> {
  const calendar = await calendarOf(projectId);
  const parts: Condition[] = [];
  if (person !== undefined) parts.push(isPerson(person));
  if (filters !== undefined) {
    const planned = planFilters(filters, { zone: calendar.timezone, calendar, nowMs }, "filters");
    if (!planned.ok) return planned;
    parts.push(planned.value);
  }
  if (where !== undefined && where.trim() !== "") {
    const planned = planWhere(where);
    if (!planned.ok) return planned;
    parts.push(planned.value);
  }
  return ok({ kind: "all", parts });
}

const isPerson = (id: string): Condition => ({
  kind: "test",
  of: { kind: "read", column: 1, root: "properties", path: ["distinct_id"] },
  test: { kind: "one_of", values: [id] },
  negated: false,
  items: null,
  field: "person",
});
