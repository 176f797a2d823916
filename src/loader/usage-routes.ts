import { type Static, Type } from "typebox";
import type { EventStore, QueryFailure, SettlementLine } from "../events/index.ts";
import { closed, nullable, type Route, route } from "../http/index.ts";
import type { Clock } from "../platform/clock.ts";
import { fail, ok, type Result } from "../platform/result.ts";
import type { Loader } from "./loader.ts";
import type { LoaderStatus } from "./types.ts";
import { type DayRange, findLines, sumUsage, type Usage } from "./usage.ts";
import { type EventUsage, findEventUsage } from "./usage-by-event.ts";

export type UsageDeps = {
  store: Pick<EventStore, "settlement" | "query">;
  loader: Pick<Loader, "status">;
  clock: Clock;
};

const tag = "Usage";
const day = (description: string) =>
  Type.Optional(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$", description }));
const range = {
  from: day("First day (UTC) of receipt. Default: the first of this month."),
  to: day("Last day (UTC) of receipt. Default: today."),
};
const counts = (description: string) => Type.Record(Type.String(), Type.Integer(), { description });
const Position = Type.Object(
  { live: Type.Integer(), bulk: Type.Integer() },
  { description: "Everything accepted up to these positions of the journal is in the numbers." },
);

const UsageView = Type.Object({
  project_id: Type.Integer(),
  from: Type.String(),
  to: Type.String(),
  events: Type.Integer({ description: "Events stored; a duplicate does not count." }),
  by_month: counts("By UTC month of receipt."),
  by_day: counts("By UTC day of receipt; days without events are left out."),
  by_source: counts("By how they came in."),
  position: Position,
});

const LineView = Type.Object({
  source: Type.String(),
  import_id: nullable(Type.String()),
  job_id: nullable(Type.String()),
  run_id: nullable(Type.String()),
  day: Type.String({ description: "UTC day of receipt." }),
  stored: Type.Integer(),
  duplicate: Type.Integer({ description: "Copies of stored events, equal or newer." }),
  replaced: Type.Integer({ description: "Those among the duplicates whose content stands now." }),
  codes: counts("Refusals, drops and repairs by code."),
});
const LinesView = Type.Object({ lines: Type.Array(LineView), position: Position });

const EventsView = Type.Object({
  events: Type.Array(Type.Object({ event: Type.String(), count: Type.Integer() }), {
    description: "The commonest first.",
  }),
  others: Type.Integer({ description: "Events with other names." }),
});
const EVENTS_USUAL = 50;

const again = { say: "The events could not be counted now; try again in a while.", retryAfterS: () => 5 };

const DAY_MS = 86_400_000;

type RangeFailure = { code: "day_invalid"; field: "from" | "to" } | { code: "range_reversed" };

function readRange(query: { from?: string; to?: string }, nowMs: number): Result<DayRange, RangeFailure> {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const { from = `${today.slice(0, 8)}01`, to = today } = query;
  for (const [field, text] of [
    ["from", from],
    ["to", to],
  ] as const) {
    const ms = Date.parse(`${text}T00:00:00Z`);
    // February 30 is read as March 2 by some and refused by others; written back it differs.
    const sound =
      Number.isFinite(ms) && new Date(Math.floor(ms / DAY_MS) * DAY_MS).toISOString().startsWith(text);
    if (!sound) return fail({ code: "day_invalid", field });
  }
  return from > to ? fail({ code: "range_reversed" }) : ok({ from, to });
}

const rangeFailures = {
  day_invalid: {
    status: 400,
    field: ({ field }: { field: string }) => field,
    say: ({ field }: { field: string }) => `${field}: must be a day such as 2026-01-31.`,
  },
  range_reversed: { status: 400, field: "from", say: "from: must not be after to." },
} as const;

const positionOf = ({ lanes }: LoaderStatus): Static<typeof Position> => ({
  live: lanes.live.loaded,
  bulk: lanes.bulk.loaded,
});
const sorted = (map: Map<string, number>) =>
  Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));

type ProjectUsage = Usage & DayRange & { projectId: number; position: Static<typeof Position> };

const toUsageView = (usage: ProjectUsage): Static<typeof UsageView> => ({
  project_id: usage.projectId,
  from: usage.from,
  to: usage.to,
  events: usage.events,
  by_month: sorted(usage.byMonth),
  by_day: sorted(usage.byDay),
  by_source: sorted(usage.bySource),
  position: usage.position,
});

const toLineView = (line: SettlementLine): Static<typeof LineView> => ({
  source: line.source,
  import_id: line.importId,
  job_id: line.jobId,
  run_id: line.runId,
  day: line.day,
  stored: line.stored,
  duplicate: line.duplicates + line.replaced,
  replaced: line.replaced,
  codes: line.codes,
});

/** What came in, and what became of it: exact, because the store counts in the transaction that stores. */
export const usageRoutes = ({ store, loader, clock }: UsageDeps): Route[] => [
  route({
    method: "GET",
    path: "/projects/:projectId/usage",
    access: "usage:read",
    tag,
    summary: "Show how many events a project received",
    description: "By UTC day and month of receipt and by source, whatever the events' own times are.",
    query: Type.Object(range, closed),
    handle: async ({ scope: { projectId }, query }) => {
      const days = readRange(query, clock.now());
      if (!days.ok) return days;
      const position = positionOf(loader.status());
      const usage = sumUsage(await findLines(store, projectId, days.value));
      return ok({ ...usage, ...days.value, projectId, position });
    },
  }).answers({
    schema: UsageView,
    view: toUsageView,
    failures: rangeFailures,
    example: {
      answer: {
        project_id: 1,
        from: "2026-01-01",
        to: "2026-01-31",
        events: 12,
        by_month: { "2026-01": 12 },
        by_day: { "2026-01-30": 2, "2026-01-31": 10 },
        by_source: { import: 12 },
        position: { live: 7, bulk: 0 },
      },
    },
  }),
  route({
    method: "GET",
    path: "/projects/:projectId/usage/events",
    access: "usage:read",
    tag,
    summary: "Show which events a project received",
    description:
      "How many of the events received on these UTC days there are, by name. What was taken back or erased since counts in the project's usage and not here.",
    query: Type.Object(
      {
        ...range,
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 1000,
            default: EVENTS_USUAL,
            description: "At most so many names.",
          }),
        ),
      },
      closed,
    ),
    handle: async ({
      scope: { projectId },
      query,
    }): Promise<Result<EventUsage, RangeFailure | QueryFailure>> => {
      const days = readRange(query, clock.now());
      if (!days.ok) return days;
      return await findEventUsage(store, projectId, days.value, query.limit ?? EVENTS_USUAL);
    },
  }).answers({
    schema: EventsView,
    view: (usage) => usage,
    failures: {
      ...rangeFailures,
      timed_out: { status: 504, say: "Counting took too long; ask for fewer days." },
      too_large: { status: 422, say: "Counting needs more memory than there is; ask for fewer days." },
      cancelled: { status: 503, ...again },
      too_busy: { status: 429, ...again },
      damaged: { status: 503, ...again },
    },
    example: { answer: { events: [{ event: "Purchase", count: 10 }], others: 2 } },
  }),
  route({
    method: "GET",
    path: "/projects/:projectId/settlements",
    access: "usage:read",
    tag,
    summary: "Show what became of the records of each source",
    description: "One line for each source, import, job, run and UTC day of receipt.",
    query: Type.Object(
      {
        ...range,
        source: Type.Optional(Type.String({ description: "Only this source, such as `import`." })),
        import_id: Type.Optional(Type.String({ description: "Only this import." })),
        job_id: Type.Optional(Type.String({ description: "Only this job." })),
        run_id: Type.Optional(Type.String({ description: "Only this run." })),
      },
      closed,
    ),
    handle: async ({ scope: { projectId }, query }) => {
      const days = readRange(query, clock.now());
      if (!days.ok) return days;
      const position = positionOf(loader.status());
      const { source, import_id: importId, job_id: jobId, run_id: runId } = query;
      const lines = await findLines(store, projectId, { ...days.value, source, importId, jobId, runId });
      return ok({ lines, position });
    },
  }).answers({
    schema: LinesView,
    view: ({ lines, position }) => ({ lines: lines.map(toLineView), position }),
    failures: rangeFailures,
    example: {
      answer: {
        lines: [
          {
            source: "import",
            import_id: null,
            job_id: null,
            run_id: null,
            day: "2026-01-31",
            stored: 10,
            duplicate: 2,
            replaced: 0,
            codes: { time_in_future: 1 },
          },
        ],
        position: { live: 7, bulk: 0 },
      },
    },
  }),
];
