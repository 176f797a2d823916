import { setTimeout as sleep } from "node:timers/promises";
import { type Frame, type Journal, LANES, type Lane, type Position } from "../journal/index.ts";
import { createLock, type Lock } from "../platform/lock.ts";
import type { Log } from "../platform/log.ts";
import type { ProgressKeeper } from "./progress.ts";
import type { LoaderSettings } from "./types.ts";

export type CatchUpDeps = {
  journal: Pick<Journal, "readBatch">;
  progress: ProgressKeeper;
  settings: Pick<LoaderSettings, "catchUpBytes" | "retryMsMin" | "retryMsMax">;
  log: Log;
  /** False: the file was lost again, and what is known of it says so. */
  load(projectId: number, lane: Lane, frames: readonly Frame[], upTo: Position): Promise<boolean>;
  tidy(projectId: number): Promise<void>;
  /** The lane stands still for want of news: it should look who has caught up. */
  wakeLane(lane: Lane): void;
};

export type CatchUps = {
  /** Nothing happens when the project is at it already. */
  start(projectId: number): void;
  ended(): Promise<void>;
};

const LOOK_AGAIN_MS = 20;

/** One reads at a time: each holds a part of the journal in memory, and the store loads one after the other anyway. */
export function createCatchUps(deps: CatchUpDeps, closing: AbortSignal): CatchUps {
  const running = new Map<number, Promise<void>>();
  const turns = createLock();
  return {
    start(projectId) {
      if (running.has(projectId)) return;
      const work = catchUp(deps, projectId, turns, closing).finally(() => {
        running.delete(projectId);
        if (!closing.aborted) deps.log.info({ projectId }, "a project has been loaded anew");
      });
      running.set(projectId, work);
    },
    async ended() {
      await Promise.all(running.values());
    },
  };
}

/**
 * Loads a project from where its file ends, while its lanes go on without it, until it stands where they stand. The lanes
 * themselves say when that is, between two batches: at any other moment one of theirs might be under way without it.
 */
async function catchUp(
  deps: CatchUpDeps,
  projectId: number,
  turns: Lock,
  closing: AbortSignal,
): Promise<void> {
  const { progress, log, settings } = deps;
  const isBehind = () => LANES.some((lane) => progress.isBehind(projectId, lane));
  let retryMs = settings.retryMsMin;
  while (!closing.aborted && isBehind()) {
    try {
      let loaded = false;
      for (const lane of LANES) {
        if (!progress.isBehind(projectId, lane)) continue;
        loaded = (await turns.hold(() => loadSome(deps, projectId, lane))) || loaded;
      }
      retryMs = settings.retryMsMin;
      if (!loaded) await sleep(LOOK_AGAIN_MS);
    } catch (cause) {
      log.error({ projectId, err: cause, retryMs }, "a project could not be loaded anew; trying again");
      await sleep(retryMs, undefined, { signal: closing }).catch(() => undefined);
      retryMs = Math.min(retryMs * 2, settings.retryMsMax);
    }
  }
}

/** Whether there was anything. */
async function loadSome(deps: CatchUpDeps, projectId: number, lane: Lane): Promise<boolean> {
  const { journal, progress, settings } = deps;
  const after = progress.project(projectId, lane);
  const which = { after, lanes: [lane], project: projectId, maxBytes: settings.catchUpBytes };
  const batch = await journal.readBatch(which);
  if (batch.reached <= after) {
    deps.wakeLane(lane);
    return false;
  }
  // An empty batch is applied too: it moves the file's own position, which says that nothing is missing.
  const stands = await deps.load(projectId, lane, batch.frames, batch.reached);
  // A disk that breaks every file is not given one after the other.
  if (!stands) throw new Error("its file was lost again");
  await deps.tidy(projectId);
  return batch.frames.length > 0;
}
