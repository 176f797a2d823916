import type { MigrationDeps } from "../deps.ts";
import { type Origin, OriginError } from "../origin.ts";
import { jobsStore } from "../store/jobs-store.ts";
import { peopleStore } from "../store/people-store.ts";
import { slicesStore } from "../store/slices-store.ts";
import type { Job, JobError, Slice } from "../types.ts";
import { type Downloads, isTooOften } from "./downloads.ts";
import { loadSlice } from "./load-slice.ts";
import type { LoadedSlice } from "./loaded-slice.ts";
import { settle } from "./people.ts";
import type { PlanDraft } from "./plan.ts";
import { createThreads, type Threads } from "./reading/threads.ts";
import { JobFailed, type Turns } from "./turns.ts";

export type SliceRun = {
  job: Job;
  origin: Origin;
  downloads: Downloads;
  turns: Turns;
  plan: PlanDraft;
  signal: AbortSignal;
};

/**
 * Loads what waits, in the order of time. Each slice that is done is noted with what it brought, while the next one is loaded already:
 * noting 5,000 persons took a quarter of the time. After a crash a slice that was not noted is loaded again, and so is what came of
 * the next one; whoever linked a device first has done so in the journal.
 */
export async function runSlices(deps: MigrationDeps, run: SliceRun): Promise<void> {
  let noting: Promise<void> = Promise.resolve();
  const threads = createThreads(deps, run.origin, run.job);
  const waiting = await slicesStore(deps.db).list(run.job.id, ["waiting"]);
  try {
    while (waiting.length > 0) {
      await run.turns.betweenSlices();
      const [slice] = waiting as [Slice];
      const loaded = await loadNext(deps, { ...run, threads }, waiting);
      if (loaded === undefined) continue;
      await noting;
      if (await isToBeReadAgain(deps, run, slice, loaded)) continue;
      run.turns.sliceDone(loaded.tally, run.turns.isStop(loaded.broke));
      noting = commit(deps, run, slice, loaded);
      // Whoever waits for it next hears of it.
      noting.catch(() => undefined);
      if (loaded.broke !== undefined) await noting;
      waiting.shift();
    }
  } finally {
    await threads.close();
    await noting;
  }
}

/** The first of those that wait. Undefined when it came to an end without being loaded, or in parts that wait in its place. */
async function loadNext(
  deps: MigrationDeps,
  run: SliceRun & { threads: Threads },
  waiting: Slice[],
): Promise<LoadedSlice | undefined> {
  const [slice] = waiting as [Slice];
  const got = await run.turns.whileWaiting(run.downloads.next(waiting));
  if ("failure" in got) {
    waiting.splice(0, 1, ...(await endWithout(deps, run, slice, got.failure)));
    await run.downloads.forget(slice);
    return undefined;
  }
  const { path } = got;
  const next = () => {
    const [, second] = waiting;
    const here = second === undefined ? undefined : run.downloads.find(second);
    return here === undefined || second === undefined ? undefined : { slice: second, path: here };
  };
  const loaded = await loadSlice(
    deps,
    { ...run, slice, path, next, thread: await run.threads.get(path) },
    { signal: run.signal, turn: run.turns.inSlice },
  );
  await run.downloads.forget(slice);
  return loaded;
}

/** There is nothing to load: because there is nothing, it is too much at once, or the origin gives it to nobody. */
async function endWithout(
  { db }: MigrationDeps,
  { job, origin }: SliceRun,
  slice: Slice,
  failure: OriginError,
): Promise<Slice[]> {
  const slices = slicesStore(db);
  if (failure.code === "unauthorized") throw new JobFailed("source_unauthorized", failure.message);
  if (failure.code === "empty") {
    await slices.end(slice.id, { state: "empty" });
    return [];
  }
  const parts = failure.code === "too_large" ? origin.split(slice) : null;
  if (parts === null) {
    await slices.end(slice.id, { state: "failed", error: errorOf(failure) });
    return [];
  }
  await db.transaction().execute(async (tx) => {
    await slicesStore(tx).end(slice.id, { state: "split" });
    await slicesStore(tx).add(
      job.id,
      parts.map((part) => ({ ...part, kind: slice.kind })),
    );
  });
  const all = await slices.list(job.id, ["waiting"]);
  return all.filter(
    ({ fromMs, beforeMs, kind }) =>
      kind === slice.kind && fromMs >= slice.fromMs && beforeMs <= slice.beforeMs,
  );
}

function errorOf({ code, message }: OriginError): JobError {
  if (code === "too_large")
    return {
      code: "slice_too_large",
      message: "One hour is too much for one file; use the origin's export to a bucket for it.",
    };
  // Names of files in a damaged archive can hold anything, and Postgres takes no NUL in a text.
  return {
    code: code === "away" ? "source_unavailable" : `source_${code}`,
    message: message.replaceAll("\0", "\ufffd"),
  };
}

/** What came was not whole: it is fetched again, and what was loaded of it is known then. */
async function isToBeReadAgain(
  deps: MigrationDeps,
  { turns }: SliceRun,
  slice: Slice,
  { broke }: LoadedSlice,
): Promise<boolean> {
  if (broke === undefined) return false;
  if (!(broke instanceof OriginError)) {
    // Not the origin's fault: the run ends here, or is stopped.
    if (turns.isStop(broke)) return false;
    throw broke;
  }
  slice.attempts += 1;
  await slicesStore(deps.db).noteAttempt(slice.id, slice.attempts);
  return broke.code === "damaged" && !isTooOften(deps.retry, slice.attempts, 0);
}

/** What a slice brought, in one transaction: after a crash it is done, or it was not begun. */
async function commit(
  deps: MigrationDeps,
  { job, turns }: SliceRun,
  slice: Slice,
  loaded: LoadedSlice,
): Promise<void> {
  const { tally, people, broke } = loaded;
  const error = broke instanceof OriginError ? errorOf(broke) : null;
  const isStopped = broke !== undefined && error === null;
  turns.isNoting = true;
  const { settled, open } = people;
  const before = await peopleStore(deps.db).find(
    job.id,
    open.map(({ userId }) => userId),
  );
  await deps.db.transaction().execute(async (tx) => {
    await slicesStore(tx).end(slice.id, {
      state: error ? "failed" : isStopped ? "waiting" : "done",
      counts: tally.counts,
      duplicates: loaded.duplicates,
      tally: tally.lines(),
      problems: tally.problems,
      error,
    });
    // One that was stopped is read again from its beginning: its steps would be taken twice.
    if (!isStopped) await peopleStore(tx).put(job.id, [...settled, ...settle(open, before)]);
    job.position = Math.max(job.position, loaded.position);
    // From here on its lines are counted with the slices, and only the next one's are on their way.
    await jobsStore(tx).change(job.id, {
      progress: turns.underWay(),
      position: job.position,
      warnings: turns.warnings(),
      error: null,
    });
  });
  turns.isNoting = false;
  deps.reach("migration.slice-done");
  if (isStopped) throw broke;
}
