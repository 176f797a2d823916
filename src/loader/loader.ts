import { setTimeout as sleep } from "node:timers/promises";
import type { Change, Declaration, EventStore, SetAside } from "../events/index.ts";
import { BEFORE_FIRST, type Frame, type Journal, LANES, type Lane, type Position } from "../journal/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { catchUp } from "./catch-up.ts";
import { loadFrames } from "./load-frames.ts";
import { openNotes } from "./notes.ts";
import { openProgress, type ProgressKeeper } from "./progress.ts";
import { type LaneState, newLaneState, runLane } from "./run-lane.ts";
import { openSetAsideList } from "./set-aside.ts";
import {
  DEFAULT_LOADER_SETTINGS,
  type LoaderSettings,
  type LoaderStatus,
  type SetAsideFrame,
} from "./types.ts";
import { runUpkeep } from "./upkeep.ts";

export type LoaderOptions = {
  /** `<data folder>/loader`. */
  folder: string;
  journal: Journal;
  store: EventStore;
  /** The columns that have been given to a project's properties. */
  declarations(projectId: number): Promise<readonly Declaration[]>;
  clock: Clock;
  log: Log;
  settings?: Partial<LoaderSettings>;
};

/** Moves everything accepted into the event store, once. */
export type Loader = {
  status(): LoaderStatus;
  setAside(projectId?: number): SetAsideFrame[];
  /** Resolves when everything up to this position can be read; false when the signal ended the wait. */
  loadedUpTo(position: Position, signal?: AbortSignal): Promise<boolean>;
  /** Sets a project's file aside and loads it from the journal. */
  rebuild(projectId: number, reason: string): Promise<SetAside | null>;
  forgetProject(projectId: number): Promise<void>;
  close(): Promise<void>;
};

const LOOK_AGAIN_MS = 20;
const HOLDS_LESS = "a project's file holds less than it did; loading the rest from the journal";

export async function startLoader(options: LoaderOptions): Promise<Loader> {
  const { journal, store, clock, log } = options;
  const settings = { ...DEFAULT_LOADER_SETTINGS, ...options.settings };
  const notes = await openNotes(options.folder);
  const progress = await openProgress(notes);
  const setAside = await openSetAsideList(notes, log);
  const closing = new AbortController();
  const states: Record<Lane, LaneState> = { live: newLaneState(), bulk: newLaneState() };
  const catchingUp = new Map<number, Promise<void>>();
  const touched = new Set<number>();
  let opening = true;
  const loading = { store, setAside, clock };

  function startCatchUp(projectId: number): void {
    if (catchingUp.has(projectId)) return;
    const deps = {
      journal,
      progress,
      settings,
      log,
      load,
      wakeLane: (lane: Lane) => states[lane].wake.abort(),
    };
    const work = catchUp(deps, projectId, closing.signal).finally(() => {
      catchingUp.delete(projectId);
      if (!closing.signal.aborted) log.info({ projectId }, "a project has been loaded anew");
    });
    catchingUp.set(projectId, work);
  }

  async function rebuild(projectId: number, reason: string): Promise<SetAside | null> {
    log.warn(
      { projectId, reason },
      "a project's file is set aside; loading the project anew from the journal",
    );
    await progress.fellBehind(projectId, {});
    const aside = await store.setAside(projectId, reason);
    await setAside.forgetProject(projectId);
    startCatchUp(projectId);
    return aside;
  }

  /**
   * A file that begins is told all columns: what declared them may lie in a part of the journal that is gone. Half a step
   * before the first frame is a place that no frame has.
   */
  async function firstOf(projectId: number, lane: Lane, frames: readonly Frame[]): Promise<Change[]> {
    const [frame] = frames;
    if (frame === undefined || progress.project(projectId, lane) !== BEFORE_FIRST) return [];
    const declarations = await options.declarations(projectId);
    return [{ kind: "declare", position: frame.position - 0.5, declarations }];
  }

  /** How far a lane has nothing that is not loaded. An idle one has nothing as far as it can be read. */
  function reachedBy(lane: Lane): Position {
    const isIdle = journal.stats().lanes[lane].syncedPosition <= progress.lane(lane);
    return isIdle ? journal.synced([lane]) : progress.lane(lane);
  }

  function othersOf(projectId: number, lane: Lane): Record<string, Position> {
    const others = LANES.filter((other) => other !== lane && !progress.isBehind(projectId, other));
    return Object.fromEntries(others.map((other) => [other, reachedBy(other)]));
  }

  /** False: the project's file is gone, and the project is on its way to being loaded anew. */
  async function load(
    projectId: number,
    lane: Lane,
    frames: readonly Frame[],
    upTo: Position,
  ): Promise<boolean> {
    const first = await firstOf(projectId, lane, frames);
    const others = othersOf(projectId, lane);
    const holds = progress.holds(projectId);
    const epoch = progress.epoch(projectId);
    const lost = await loadFrames(loading, projectId, lane, frames, upTo, { first, holds, others });
    if (lost?.code === "damaged") {
      await rebuild(projectId, lost.reason);
    } else if (lost) {
      log.warn({ projectId, holds: lost.positions }, HOLDS_LESS);
      await progress.fellBehind(projectId, lost.positions);
      startCatchUp(projectId);
    } else {
      // Of a file that was set aside meanwhile this is no longer true.
      if (progress.epoch(projectId) === epoch)
        progress.projectReached(projectId, { ...others, [lane]: upTo });
      touched.add(projectId);
    }
    return lost === null;
  }

  const laneDeps = { journal, progress, settings, log, load, stopwatch: () => performance.now() };
  async function run(): Promise<void> {
    let retryMs = settings.retryMsMin;
    for (
      let looked = false;
      !looked && !closing.signal.aborted;
      retryMs = Math.min(retryMs * 2, settings.retryMsMax)
    ) {
      try {
        for (const projectId of await lookForLost({ store, progress, log })) startCatchUp(projectId);
        looked = true;
        opening = false;
        states.live.stalled = null;
      } catch (cause) {
        states.live.stalled = cause instanceof Error ? cause.message : String(cause);
        log.error({ err: cause, retryMs }, "the event store could not be looked at; trying again");
        await sleep(retryMs, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
    await Promise.all(LANES.map((lane) => runLane(laneDeps, lane, states[lane], closing.signal)));
  }
  const running = run();
  const upkeep = runUpkeep({ store, progress, settings, log, touched }, closing.signal);

  const isLoaded = (position: Position) => {
    if (opening) return false;
    const { lanes } = journal.stats();
    return LANES.every(
      (lane) =>
        progress.lane(lane) >= Math.min(position, lanes[lane].syncedPosition) &&
        progress.behind().length === 0,
    );
  };

  return {
    status() {
      const stats = journal.stats();
      const now = clock.now();
      const laneStatus = (lane: Lane) => {
        const accepted = stats.lanes[lane].syncedPosition;
        const { oldestMs } = states[lane];
        const waitingMs = oldestMs === null ? 0 : Math.max(0, now - oldestMs);
        return { loaded: Math.min(progress.lane(lane), accepted), accepted, waitingMs };
      };
      return {
        opening,
        reached: Math.min(...LANES.map(reachedBy)),
        lanes: { live: laneStatus("live"), bulk: laneStatus("bulk") },
        behind: progress.behind(),
        setAside: setAside.list().length,
        stalled: states.live.stalled ?? states.bulk.stalled,
      };
    },
    setAside: setAside.list,
    async loadedUpTo(position, signal) {
      while (!isLoaded(position)) {
        if (signal?.aborted || closing.signal.aborted) return false;
        await sleep(LOOK_AGAIN_MS);
      }
      return true;
    },
    rebuild,
    async forgetProject(projectId) {
      progress.forgetProject(projectId);
      await setAside.forgetProject(projectId);
    },
    async close() {
      closing.abort();
      await running;
      await upkeep;
      await Promise.all(catchingUp.values());
      await progress.writeFinal();
    },
  };
}

/** A file that holds less than it once did was lost, or set aside when it would not open. Answers who has to catch up. */
async function lookForLost({
  store,
  progress,
  log,
}: {
  store: Pick<EventStore, "positions">;
  progress: ProgressKeeper;
  log: Log;
}): Promise<number[]> {
  for (const projectId of progress.projectIds()) {
    const holds = await store.positions(projectId);
    if (LANES.some((lane) => (holds[lane] ?? 0) < progress.project(projectId, lane))) {
      log.warn({ projectId, holds }, HOLDS_LESS);
      await progress.fellBehind(projectId, holds);
      continue;
    }
    progress.projectReached(projectId, holds);
  }
  return progress.behind();
}
