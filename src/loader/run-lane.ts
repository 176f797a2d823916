import { setTimeout as sleep } from "node:timers/promises";
import type { Batch, Frame, Journal, Lane, Position } from "../journal/index.ts";
import { letGo } from "../platform/let-go.ts";
import type { Log } from "../platform/log.ts";
import { PROFILE_FRAME_KIND } from "../profiles/index.ts";
import { createBatchSize } from "./batch-size.ts";
import type { ProgressKeeper } from "./progress.ts";
import type { LoaderSettings } from "./types.ts";

export type LaneDeps = {
  journal: Pick<Journal, "readBatch" | "waitFor">;
  progress: ProgressKeeper;
  settings: LoaderSettings;
  log: Log;
  /** Loads one project's part of a batch. Throws when the store is away: the whole batch is then tried again. */
  /** The lane goes on without this project, which is loaded apart from it until it works again. */
  giveUp(projectId: number): Promise<void>;
  load(projectId: number, lane: Lane, frames: readonly Frame[], upTo: Position): Promise<unknown>;
  stopwatch(): number;
};

export type LaneState = {
  /** When the oldest event under way was accepted; null when nothing is. */
  oldestMs: number | null;
  stalled: string | null;
  /** Interrupts the wait for something new. */
  wake: AbortController;
};

export const newLaneState = (): LaneState => ({
  oldestMs: null,
  stalled: null,
  wake: new AbortController(),
});

/** Follows one lane of the journal for ever. Live and bulk have each their own, so that a backfill delays no visitor. */
export async function runLane(
  deps: LaneDeps,
  lane: Lane,
  state: LaneState,
  closing: AbortSignal,
): Promise<void> {
  const { journal, progress, settings, log } = deps;
  const size = createBatchSize(settings);
  const pause = (ms: number) => sleep(ms, undefined, { signal: closing }).catch(() => undefined);
  const failures = new Map<number, number>();
  const reader = readAhead(journal, lane);
  let retryMs = settings.retryMsMin;
  while (!closing.aborted) {
    progress.rejoin(lane);
    const after = progress.lane(lane);
    try {
      const maxBytes = size.bytes();
      const batch = await reader.read(after, maxBytes);
      if (batch.reached <= after) {
        await waitForMore(deps, lane, state, closing);
        continue;
      }
      state.oldestMs = batch.frames[0]?.timeMs ?? null;
      const began = deps.stopwatch();
      await loadBatch(deps, lane, failures, batch.frames, batch.reached);
      for (const { body } of batch.frames) letGo(body);
      progress.laneReached(lane, batch.reached);
      const tookMs = deps.stopwatch() - began;
      size.took(batch.bytes, tookMs);
      state.oldestMs = null;
      state.stalled = null;
      retryMs = settings.retryMsMin;
      // All there was has been taken: what comes now waits for company, and does so in the journal, not in memory.
      const { gatherMs, gatherTimes } = settings;
      const gatherMsMax = lane === "bulk" ? settings.bulkGatherMsMax : settings.gatherMsMax;
      const roundMs = Math.min(gatherMsMax, Math.max(gatherMs, tookMs * gatherTimes));
      if (batch.caughtUp) await pause(Math.max(0, roundMs - tookMs));
    } catch (cause) {
      size.failed();
      state.stalled = cause instanceof Error ? cause.message : String(cause);
      log.error({ lane, after, err: cause, retryMs }, "events could not be loaded; trying again");
      await pause(retryMs);
      retryMs = Math.min(retryMs * 2, settings.retryMsMax);
    }
  }
}

/**
 * While one batch is loaded, which is the store's work, the next is read and checked, which is ours. Only when there is more than one:
 * what comes in now waits for company.
 */
function readAhead(journal: LaneDeps["journal"], lane: Lane) {
  let ahead: { after: Position; batch: Promise<Batch> } | undefined;
  return {
    async read(after: Position, maxBytes: number): Promise<Batch> {
      const known = ahead?.after === after ? ahead.batch : undefined;
      ahead = undefined;
      const batch = await (known ?? journal.readBatch({ after, lanes: [lane], maxBytes }));
      if (!batch.caughtUp) {
        const next = journal.readBatch({ after: batch.reached, lanes: [lane], maxBytes });
        // Whoever asks for it hears of it.
        next.catch(() => undefined);
        ahead = { after: batch.reached, batch: next };
      }
      return batch;
    },
  };
}

async function waitForMore(
  { journal, progress, settings }: LaneDeps,
  lane: Lane,
  state: LaneState,
  closing: AbortSignal,
): Promise<void> {
  state.wake = new AbortController();
  const signal = AbortSignal.any([closing, state.wake.signal]);
  const came = await journal.waitFor({ after: progress.lane(lane), lanes: [lane], signal });
  // False without a signal: the journal has been closed, and we will be in a moment.
  if (!came && !signal.aborted)
    await sleep(settings.gatherMs, undefined, { signal: closing }).catch(() => undefined);
}

/** Project by project: each has its own file and its own transaction, and passes over what it has already. */
async function loadBatch(
  { progress, load, giveUp, settings, log }: LaneDeps,
  lane: Lane,
  failures: Map<number, number>,
  frames: readonly Frame[],
  upTo: Position,
): Promise<void> {
  const byProject = Map.groupBy(
    frames.filter(
      // Updates of profiles are not the store's: for them alone no project's file need be opened.
      ({ kind, project, position }) =>
        kind !== PROFILE_FRAME_KIND && position > progress.project(project, lane),
    ),
    ({ project }) => project,
  );
  for (const [projectId, own] of byProject) {
    if (progress.isBehind(projectId, lane)) continue;
    try {
      await load(projectId, lane, own, upTo);
      failures.delete(projectId);
    } catch (cause) {
      const count = (failures.get(projectId) ?? 0) + 1;
      failures.set(projectId, count);
      // Whatever is wrong with one file, or with all of them, the first tries are the same.
      if (count < settings.failuresMax) throw cause;
      failures.delete(projectId);
      log.error({ projectId, lane, err: cause }, "a project cannot be loaded; the others go on without it");
      await giveUp(projectId);
    }
  }
}
