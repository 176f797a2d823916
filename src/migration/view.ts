import type { Caller, MigrationDeps } from "./deps.ts";
import type { Certificate } from "./run/certificate.ts";
import type { MigrationPlan } from "./run/plan.ts";
import { isWrong } from "./run/take-record.ts";
import { slicesStore } from "./store/slices-store.ts";
import type { Job, Slice, SliceCounts } from "./types.ts";

const ERRORS_MAX = 20;

/** What a response may show: the project's usage is for its admins, not for a holder of the token or of the job's secret. */
export type Shown = { usage: boolean };
export const shownTo = ({ by }: Caller): Shown => ({ usage: typeof by !== "string" });

/** A migration as its caller sees it: counts and sentences, no event and no secret. */
export async function viewJob(
  deps: MigrationDeps,
  job: Job,
  { usage }: Shown,
): Promise<Record<string, unknown>> {
  const origin = deps.origins.find(job.tool);
  const slices = slicesStore(deps.db);
  const sums = await slices.sum(job.id);
  const running = job.state === "running" ? job.progress : null;
  const counts = asCertified(job, add(sums, running));
  const events = job.dryRun ? dryCounts(counts, sums.duplicates) : await loadedCounts(deps, job, counts);
  const percent = percentOf(job, sums);
  const overLimit = counts.exported >= deps.limit.eventsMax;
  const ended = await slices.list(job.id, ["failed", "done"]);
  const failed = ended.filter(({ state }) => state === "failed");
  const done = ended.filter(({ state }) => state === "done");
  const problems = [...failed, ...done].flatMap(({ fromMs, problems: own }) =>
    own.map(({ line, code, message }) => ({ slice: isoHour(fromMs), line, code, message })),
  );
  const errors = [
    ...(job.error ? [{ slice: null, code: job.error.code, message: job.error.message }] : []),
    ...failed.map(({ fromMs, error }) => ({
      slice: isoHour(fromMs),
      code: error?.code ?? "failed",
      message: error?.message ?? "",
    })),
    ...problems,
  ];
  return {
    job_id: job.id,
    source_tool: job.tool,
    beta: true,
    state: job.state,
    dry_run: job.dryRun,
    options: {
      region: job.region,
      events_only: job.options.eventsOnly,
      profiles_only: job.options.profilesOnly,
      user_id_property: job.options.userIdProperty,
      map_experiments: job.options.mapExperiments,
    },
    start_date: dayOf(job.fromMs),
    end_date: dayOf(Math.max(job.fromMs, job.beforeMs - 1)),
    range_basis: origin?.rangeBasis ?? "",
    complete_through: new Date(job.beforeMs).toISOString(),
    events,
    profiles: job.dryRun ? { ...job.profiles, would_load: job.profiles.seen } : job.profiles,
    slices: { total: sums.total, done: sums.done, empty: sums.empty, failed: sums.failedSlices },
    over_limit: overLimit,
    percent,
    rate: rateOf(deps, job, counts, percent),
    errors: errors.slice(0, ERRORS_MAX),
    errors_total: counts.failed + sums.failedSlices + passedOver(ended) + (job.error ? 1 : 0),
    warnings: [
      ...job.warnings,
      ...(overLimit
        ? [`there are ${deps.limit.eventsMax} events or more; the service is meant for fewer`]
        : []),
    ],
    ...(job.dryRun && job.certificate !== null
      ? { plan: planOf(job.certificate as MigrationPlan, usage) }
      : {}),
    progress_url: progressUrl(deps, job),
    message: sentenceOf(deps, job, events),
    created: job.createdAt.toISOString(),
    started: job.startedAt?.toISOString() ?? null,
    finished: job.finishedAt?.toISOString() ?? null,
  };
}

function planOf({ usage_this_month, ...plan }: MigrationPlan, usage: boolean): Partial<MigrationPlan> {
  return usage ? { ...plan, usage_this_month } : plan;
}

/** Lines that were skipped because something is wrong with them; the others say nothing that is missing. */
const passedOver = (slices: readonly Slice[]): number =>
  sum(
    slices.flatMap(({ tally }) =>
      tally.flatMap(({ reasons }) =>
        Object.entries(reasons).map(([code, count]) => (isWrong(code) ? count : 0)),
      ),
    ),
  );

type Events = Record<string, number>;

const add = (sums: SliceCounts, more: SliceCounts | null): SliceCounts => ({
  exported: sums.exported + (more?.exported ?? 0),
  accepted: sums.accepted + (more?.accepted ?? 0),
  skipped: sums.skipped + (more?.skipped ?? 0),
  failed: sums.failed + (more?.failed ?? 0),
});

/** What a try that broke off had brought is found in the store, and counted in the certificate alone. */
function asCertified({ dryRun, certificate }: Job, counts: SliceCounts): SliceCounts {
  if (dryRun || certificate === null) return counts;
  const more = Math.max(0, (certificate as Certificate).totals.exported - counts.exported);
  return { ...counts, exported: counts.exported + more, accepted: counts.accepted + more };
}

const dryCounts = ({ exported, accepted, skipped, failed }: SliceCounts, duplicates: number): Events => ({
  exported,
  transformed: accepted + failed,
  loaded: 0,
  would_load: accepted - duplicates,
  duplicates,
  skipped,
  failed,
  in_flight: 0,
});

/** What was new is known to the loader alone, and for as long as it loads only in part. */
async function loadedCounts({ store }: MigrationDeps, job: Job, counts: SliceCounts): Promise<Events> {
  const { exported, accepted, skipped, failed } = counts;
  const { lines } = await store.settlement(job.projectId);
  const own = lines.filter(({ importId }) => importId === job.id);
  const loaded = Math.min(accepted, sum(own.map(({ stored, replaced }) => stored + replaced)));
  const isSettled = job.certificate !== null;
  const duplicates = isSettled
    ? accepted - loaded
    : Math.min(accepted - loaded, sum(own.map((line) => line.duplicates)));
  return {
    exported,
    transformed: accepted + failed,
    loaded,
    duplicates,
    skipped,
    failed,
    in_flight: exported - loaded - duplicates - skipped - failed,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

function percentOf(
  { state }: Job,
  { hoursTotal, hoursDone }: { hoursTotal: number; hoursDone: number },
): number {
  if (state.startsWith("completed")) return 100;
  return hoursTotal === 0 ? 0 : Math.floor((100 * hoursDone) / hoursTotal);
}

function rateOf({ clock }: MigrationDeps, job: Job, { exported }: SliceCounts, percent: number) {
  if (job.startedAt === null || exported === 0) return null;
  const seconds = ((job.finishedAt?.getTime() ?? clock.now()) - job.startedAt.getTime()) / 1000;
  if (seconds <= 0) return null;
  const left =
    job.state === "running" && percent > 0 ? Math.round((seconds * (100 - percent)) / percent) : null;
  return { events_per_second: Math.round(exported / seconds), eta_seconds: job.finishedAt ? 0 : left };
}

export const progressUrl = ({ publicUrl }: Pick<MigrationDeps, "publicUrl">, { id }: Job): string =>
  `${publicUrl()}/migrate/jobs/${id}`;

function sentenceOf(deps: MigrationDeps, job: Job, events: Events): string {
  const { seen, loaded } = job.profiles;
  const progress = `check progress with GET ${progressUrl(deps, job)} and the header X-Job-Secret`;
  switch (job.state) {
    case "queued":
    case "running":
      return job.dryRun ? `Counting; ${progress}.` : `Migrating; ${progress}.`;
    case "completed":
    case "completed_with_errors": {
      const but = job.state === "completed" ? "" : " Some of it was not taken: see errors.";
      return job.dryRun
        ? `Would migrate ${events.would_load} events and ${seen} profiles.${but}`
        : `Migrated ${events.loaded} events and ${loaded} profiles; ${events.duplicates} events were there already.${but}`;
    }
    case "failed":
      return job.error?.message ?? "The migration failed.";
    case "cancelled":
      return `Cancelled; ${events.loaded} events were loaded and stay.`;
    case "paused":
      return "Paused; resume it to go on.";
    case "paused_over_limit":
      return "Paused at the limit of events; resume it with ALLOW_OVER_LIMIT true to go on.";
    case "rolling_back":
      return `Taking back what it brought; ${progress}.`;
    case "rolled_back":
      return "Taken back: none of the events it alone brought is left.";
  }
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const isoHour = (ms: number): string => `${new Date(ms).toISOString().slice(0, 13)}:00Z`;
