import { setTimeout as sleep } from "node:timers/promises";
import type { Frame, Journal, Lane, Position } from "../journal/index.ts";
import { letGo } from "../platform/let-go.ts";
import type { Lock } from "../platform/lock.ts";
import type { Log } from "../platform/log.ts";
import { PROFILE_FRAME_KIND } from "../profiles/index.ts";
import { createBatchSize } from "./batch-size.ts";
import type { ProgressKeeper } from "./progress.ts";
import { createLaneReader } from "./read-ahead.ts";
import { rowGroupBytes, wholeRowGroups } from "./row-groups.ts";
import type { LoaderSettings } from "./types.ts";

export type LaneDeps = {
  journal: Pick<Journal, "readBatch" | "waitFor" | "stats">;
  progress: ProgressKeeper;
  settings: LoaderSettings;
  log: Log;
  /** Lanes load in turn. A lane reads when its turn has come, so that what came in while it waited goes along. */
  turns: Lock;
  /** The lane goes on without this project, which is loaded apart from it until it works again. */
  giveUp(projectId: number): Promise<void>;
  /** Loads one project's part of a batch. Throws when the store is away: the whole batch is then tried again. */
  load(projectId: number, lane: Lane, frames: readonly Frame[], upTo: Position): Promise<unknown>;
  /** What the store does after a batch, when whoever waited for his turn has had it. */
  tidy(projectId: number): Promise<void>;
  stopwatch(): number;
  nowMs(): number;
};

export type LaneState = {
  /** When the oldest event that waits was accepted, or was seen to wait; null when none is known to. */
  oldestMs: number | null;
  stalled: string | null;
  /** Somebody waits for everything up to here: nothing of it gathers. */
  wanted: Position;
  /** Interrupts the wait for something new. */
  wake: AbortController;
};

export const newLaneState = (): LaneState => ({
  oldestMs: null,
  stalled: null,
  wanted: 0,
  wake: new AbortController(),
});

export function hurry(state: LaneState, position: Position): void {
  if (position <= state.wanted) return;
  state.wanted = position;
  state.wake.abort();
}

type Round = {
  reached: Position;
  tookMs: number;
  /** Enough for the next one waits behind it. */
  isNextFull(): boolean;
  /** Into whose files something was loaded. */
  projectIds: readonly number[];
};

/** Follows one lane of the journal for ever. Live and bulk have each their own, so that a backfill delays no visitor. */
export async function runLane(
  deps: LaneDeps,
  lane: Lane,
  state: LaneState,
  closing: AbortSignal,
): Promise<void> {
  const { progress, settings, log, turns, stopwatch } = deps;
  const pause = (ms: number) => {
    state.wake = new AbortController();
    const signal = AbortSignal.any([closing, state.wake.signal]);
    return sleep(ms, undefined, { signal }).catch(() => undefined);
  };
  const loadNext = nextLoader(deps, lane, state);
  let retryMs = settings.retryMsMin;
  while (!closing.aborted) {
    progress.rejoin(lane);
    try {
      const beganMs = stopwatch();
      const round = await turns.hold(loadNext);
      if (round === undefined) {
        await waitForMore(deps, lane, state, closing);
        continue;
      }
      state.stalled = null;
      retryMs = settings.retryMsMin;
      for (const projectId of round.projectIds) await tidy(deps, projectId);
      // What there is now waits for company, and does so in the journal, not in memory.
      const untilMs = beganMs + roundMs(settings, lane, round.tookMs);
      while (
        stopwatch() < untilMs &&
        !round.isNextFull() &&
        round.reached >= state.wanted &&
        !closing.aborted
      )
        await pause(Math.max(0, Math.min(LOOK_AGAIN_MS, untilMs - stopwatch())));
    } catch (cause) {
      state.stalled = cause instanceof Error ? cause.message : String(cause);
      log.error({ lane, err: cause, retryMs }, "events could not be loaded; trying again");
      await sleep(retryMs, undefined, { signal: closing }).catch(() => undefined);
      retryMs = Math.min(retryMs * 2, settings.retryMsMax);
    }
  }
}

/** What goes wrong with one project's file is told when something is loaded into it: here it must not hold up the others. */
async function tidy({ tidy: fold, progress, log }: LaneDeps, projectId: number): Promise<void> {
  if (progress.isForgotten(projectId)) return;
  await fold(projectId).catch((cause: unknown) =>
    log.warn(
      { projectId, err: cause },
      "a project's log could not be folded in; tried again after its next events",
    ),
  );
}

/** How often a lane that gathers looks whether it is enough. */
const LOOK_AGAIN_MS = 50;

/** From one batch to the next. The wait for a turn is part of it: others came in meanwhile. */
function roundMs(
  { gatherMs, gatherTimes, gatherMsMax, bulkGatherMsMax }: LoaderSettings,
  lane: Lane,
  tookMs: number,
): number {
  const most = lane === "bulk" ? bulkGatherMsMax : gatherMsMax;
  return Math.min(most, Math.max(gatherMs, tookMs * gatherTimes));
}

/** Loads what the lane has next; undefined when it has nothing. */
function nextLoader(deps: LaneDeps, lane: Lane, state: LaneState): () => Promise<Round | undefined> {
  const { journal, progress, settings, stopwatch } = deps;
  const { batchMsMax, bulkBatchMsMax } = settings;
  const size = createBatchSize({ ...settings, batchMsMax: lane === "bulk" ? bulkBatchMsMax : batchMsMax });
  const reader = createLaneReader(journal, lane);
  /** In the bulk lane, once it is known. */
  let groupBytes: number | undefined;
  const bytesWanted = () =>
    groupBytes === undefined ? size.bytes() : wholeRowGroups(size.bytes(), groupBytes);
  const isNextFull = () => reader.waitingBytes() >= Math.min(settings.gatherBytesMax, bytesWanted());
  const failures = new Map<number, number>();
  return async () => {
    const beganMs = stopwatch();
    const after = progress.lane(lane);
    const asked = bytesWanted();
    const { frames, bytes, reached, caughtUp } = await reader.read(after, asked);
    if (reached <= after) {
      // The batch before it may have ended where there is no more, without being able to tell.
      state.oldestMs = null;
      return undefined;
    }
    state.oldestMs = frames[0]?.timeMs ?? null;
    try {
      if (lane === "bulk") groupBytes = rowGroupBytes(frames) ?? groupBytes;
      const projectIds = await loadBatch(deps, lane, failures, frames, reached);
      for (const { body } of frames) letGo(body);
      progress.laneReached(lane, reached);
      state.oldestMs = caughtUp ? null : (frames.at(-1)?.timeMs ?? null);
      const tookMs = stopwatch() - beganMs;
      size.took({ bytes, asked, ms: tookMs });
      return { reached, tookMs, isNextFull, projectIds };
    } catch (cause) {
      size.failed();
      groupBytes = undefined;
      throw cause;
    }
  };
}

async function waitForMore(
  { journal, progress, settings, nowMs }: LaneDeps,
  lane: Lane,
  state: LaneState,
  closing: AbortSignal,
): Promise<void> {
  state.wake = new AbortController();
  const signal = AbortSignal.any([closing, state.wake.signal]);
  const came = await journal.waitFor({ after: progress.lane(lane), lanes: [lane], signal });
  if (came) state.oldestMs = nowMs();
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
): Promise<number[]> {
  const byProject = Map.groupBy(
    frames.filter(
      // Updates of profiles are not the store's: for them alone no project's file need be opened.
      ({ kind, project, position }) =>
        kind !== PROFILE_FRAME_KIND && position > progress.project(project, lane),
    ),
    ({ project }) => project,
  );
  const loaded: number[] = [];
  for (const [projectId, own] of byProject) {
    if (progress.isBehind(projectId, lane)) continue;
    try {
      await load(projectId, lane, own, upTo);
      failures.delete(projectId);
      loaded.push(projectId);
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
  return loaded;
}
