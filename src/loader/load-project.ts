import type { Change, Declaration } from "../events/index.ts";
import { BEFORE_FIRST, type Frame, type Journal, LANES, type Lane, type Position } from "../journal/index.ts";
import type { Log } from "../platform/log.ts";
import { type LoadDeps, loadFrames } from "./load-frames.ts";
import type { ProgressKeeper } from "./progress.ts";

export type ProjectLoaderDeps = {
  journal: Pick<Journal, "stats" | "synced">;
  progress: ProgressKeeper;
  loading: LoadDeps;
  declarations(projectId: number): Promise<readonly Declaration[]>;
  log: Log;
  /** The project's file is broken, or holds only this any more. */
  onLost(projectId: number, lost: { reason: string } | { holds: Record<string, Position> }): Promise<void>;
  onLoaded(projectId: number): void;
};

/** So long after the last news nobody is expected to send more. They are looked for when a batch is loaded, which may take a second. */
const QUIET_MS = 2_000;

export type ProjectLoader = {
  /** False: the project's file is gone, and the project is on its way to being loaded anew. */
  load(projectId: number, lane: Lane, frames: readonly Frame[], upTo: Position): Promise<boolean>;
  /** How far a lane has nothing that is not loaded. An idle one has nothing as far as it can be read. */
  reachedBy(lane: Lane): Position;
  /** Resolves when nothing of this project is under way. */
  settled(projectId: number): Promise<void>;
};

/** Brings frames into one project's file, holding what is known of the file against what it says itself. */
export function createProjectLoader(deps: ProjectLoaderDeps): ProjectLoader {
  const { journal, progress, log } = deps;
  const underWay = new Map<number, Promise<unknown>>();

  let newest: Position = 0;
  let newsMs = 0;

  /** Whether events are coming in at this time. */
  function isReceiving(): boolean {
    const { lanes } = journal.stats();
    const synced = Math.max(...LANES.map((lane) => lanes[lane].syncedPosition));
    const nowMs = deps.loading.clock.now();
    if (synced > newest) [newest, newsMs] = [synced, nowMs];
    return nowMs - newsMs < QUIET_MS;
  }

  function reachedBy(lane: Lane): Position {
    const isIdle = journal.stats().lanes[lane].syncedPosition <= progress.lane(lane);
    return isIdle ? journal.synced([lane]) : progress.lane(lane);
  }

  function othersOf(projectId: number, lane: Lane): Record<string, Position> {
    const others = LANES.filter((other) => other !== lane && !progress.isBehind(projectId, other));
    return Object.fromEntries(others.map((other) => [other, reachedBy(other)]));
  }

  /**
   * A file that begins is told all columns: what declared them may lie in a part of the journal that is gone. Half a step
   * before the first frame is a place that no frame has.
   */
  async function firstOf(projectId: number, lane: Lane, frames: readonly Frame[]): Promise<Change[]> {
    const [frame] = frames;
    if (frame === undefined || progress.project(projectId, lane) !== BEFORE_FIRST) return [];
    const declarations = await deps.declarations(projectId);
    return [{ kind: "declare", position: frame.position - 0.5, declarations }];
  }

  async function load(
    projectId: number,
    lane: Lane,
    frames: readonly Frame[],
    upTo: Position,
  ): Promise<boolean> {
    if (progress.isForgotten(projectId)) return true;
    const first = await firstOf(projectId, lane, frames);
    const others = othersOf(projectId, lane);
    const holds = progress.holds(projectId);
    const epoch = progress.epoch(projectId);
    const about = { first, holds, others, sharesCores: isReceiving(), leavesLog: true };
    const lost = await loadFrames(deps.loading, projectId, lane, frames, upTo, about);
    if (lost === null) {
      // Of a file that was set aside meanwhile this is no longer true.
      if (progress.epoch(projectId) === epoch) {
        progress.projectReached(projectId, { ...others, [lane]: upTo });
        deps.onLoaded(projectId);
      }
      return true;
    }
    log.warn({ projectId, lost }, "a project's file is lost, or a part of it; loading it from the journal");
    await deps.onLost(
      projectId,
      lost.code === "damaged" ? { reason: lost.reason } : { holds: lost.positions },
    );
    return false;
  }

  return {
    load(projectId, lane, frames, upTo) {
      const before = underWay.get(projectId);
      const work = load(projectId, lane, frames, upTo);
      const all = Promise.allSettled([before, work]).then(() => {
        if (underWay.get(projectId) === all) underWay.delete(projectId);
      });
      underWay.set(projectId, all);
      return work;
    },
    reachedBy,
    async settled(projectId) {
      await underWay.get(projectId);
    },
  };
}
