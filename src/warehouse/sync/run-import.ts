import { ConnectorError, type Session, type TableDescription } from "../connector.ts";
import type { WarehouseDeps } from "../deps.ts";
import { describeFailure, type RunFailure } from "../failures.ts";
import { importsStore } from "../imports/imports-store.ts";
import { openSource } from "../sources/open-source.ts";
import { sourcesStore } from "../sources/sources-store.ts";
import type { Run, WarehouseImport } from "../types.ts";
import { findUpperBound } from "./append-mode.ts";
import { noteDrift } from "./drift.ts";
import { endRun } from "./end-run.ts";
import type { SyncOutcome } from "./outcome.ts";
import { runsStore } from "./runs-store.ts";
import { isEnded } from "./states.ts";
import { syncTable } from "./sync-table.ts";
import { RunCancelled, Tracker } from "./tracker.ts";
import { watchForCancel } from "./watch-for-cancel.ts";

/** Tries of one run at a warehouse that is away, and times a run may die with its server. */
const TRIES_MAX = 3;
const DEATHS_MAX = 20;

export type Attempt = { signal: AbortSignal; number: number };

/** What became of an attempt: the run has ended, or it is worth another try. */
export type AttemptOutcome = "ended" | "again";

/** One attempt at a run, from wherever the last one left it. Doing it twice does no harm. */
export async function attemptRun(
  deps: WarehouseDeps,
  runId: string,
  attempt: Attempt,
): Promise<AttemptOutcome> {
  const runs = runsStore(deps.db);
  const run = await runs.find(runId);
  if (run === undefined || isEnded(run.state)) return "ended";
  const one = await importsStore(deps.db).find(run.importId);
  if (one === undefined || one.deletedAt !== null || one.paused || run.cancelAsked) {
    // What died while it committed does not commit any more.
    if (run.state === "COMMITTING") await runs.move(run.id, "start");
    const ending = { kind: "cancelled", tracker: new Tracker(deps, run, run.counts) } as const;
    await endRun(deps, run, one, ending, attempt.signal);
    return "ended";
  }
  const begun = {
    ...run,
    startedAt: run.startedAt ?? new Date(deps.clock.now()),
    attempts: run.attempts + 1,
  };
  if (attempt.number > DEATHS_MAX) {
    const failure = describeFailure(
      "worker_lost",
      "the server ended again and again in the middle of this run",
    );
    const ending = { kind: "failed", failure, tracker: new Tracker(deps, run, run.counts) } as const;
    await endRun(deps, begun, one, ending, attempt.signal);
    return "ended";
  }
  const tracker = new Tracker(deps, begun);
  await runs.clearFailed(run.id);
  await runs.move(run.id, "start", { startedAt: begun.startedAt, attempts: begun.attempts, failure: null });
  try {
    const done = await watchedWork(deps, begun, one, tracker, attempt.signal);
    await endRun(deps, begun, one, { kind: "succeeded", ...done, tracker }, attempt.signal);
    return "ended";
  } catch (cause) {
    attempt.signal.throwIfAborted();
    if (cause instanceof RunCancelled) {
      await endRun(deps, begun, one, { kind: "cancelled", tracker }, attempt.signal);
      return "ended";
    }
    const failure = failureOf(cause);
    if (failure.code === "internal") deps.log.error({ err: cause, runId }, "a warehouse run met a bug");
    if (failure.retryable && begun.attempts < TRIES_MAX) {
      tracker.note("CONNECTING", `${failure.message}; trying again`);
      await runs.move(run.id, "retry", { ...tracker.summary(), failure });
      return "again";
    }
    await endRun(deps, begun, one, { kind: "failed", failure, tracker }, attempt.signal);
    return "ended";
  }
}

type Work = { outcome: SyncOutcome; described: TableDescription };

/** Only while it works: what is done cannot be called off. */
async function watchedWork(
  deps: WarehouseDeps,
  run: Run,
  one: WarehouseImport,
  tracker: Tracker,
  signal: AbortSignal,
): Promise<Work> {
  const watch = watchForCancel(deps, run.id, signal);
  try {
    return await work(deps, run, one, tracker, signal, watch.calledOff);
  } catch (cause) {
    throw watch.isCalledOff() ? new RunCancelled() : cause;
  } finally {
    watch.stop();
  }
}

async function work(
  deps: WarehouseDeps,
  run: Run,
  one: WarehouseImport,
  tracker: Tracker,
  signal: AbortSignal,
  calledOff: AbortSignal,
): Promise<Work> {
  const runs = runsStore(deps.db);
  const source = await sourcesStore(deps.db).find(one.projectId, one.sourceId);
  if (source === undefined)
    throw new ConnectorError("source_deleted", "the source of this import was deleted");
  // Reading can be broken off at any moment; what is being written is not.
  const session: Session = await openSource(deps, source, { signal: calledOff });
  try {
    if (!session.isEncrypted) tracker.warn("unencrypted", source.name);
    tracker.note("CONNECTING", `connected to ${source.name}${session.isEncrypted ? "" : ", not encrypted"}`);
    await runs.move(run.id, "connected");
    const upperBound = await findUpperBound(session);
    await session.begin();
    const described = await session.describe(one.table);
    noteDrift(one, described, tracker);
    await runs.move(run.id, "planned");
    deps.reach("warehouse.planned");
    const outcome = await syncTable(
      { deps, run, import: one, source, session, described, tracker, signal, calledOff },
      upperBound,
    );
    await runs.move(run.id, "read", tracker.summary());
    deps.reach("warehouse.read");
    return { outcome, described };
  } finally {
    await session.close();
  }
}

export function failureOf(cause: unknown): RunFailure {
  if (cause instanceof ConnectorError) return describeFailure(cause.code, cause.message, cause.hint);
  return describeFailure("internal", cause instanceof Error ? cause.message : String(cause));
}
