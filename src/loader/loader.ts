import { setTimeout as sleep } from "node:timers/promises";
import type { Declaration, EventStore, SetAside } from "../events/index.ts";
import { type Journal, LANES, type Lane, type Position } from "../journal/index.ts";
import type { Clock } from "../platform/clock.ts";
import { createLock } from "../platform/lock.ts";
import type { Log } from "../platform/log.ts";
import { PROFILE_FRAME_KIND } from "../profiles/index.ts";
import { createCatchUps } from "./catch-up.ts";
import { createProjectLoader } from "./load-project.ts";
import { lookForLost } from "./look-for-lost.ts";
import { openNotes } from "./notes.ts";
import type { ProfilesPort } from "./profiles/apply-frames.ts";
import { followProfiles, type ProfileFollower } from "./profiles/follow-profiles.ts";
import { openProgress } from "./progress.ts";
import { hurry, type LaneState, newLaneState, runLane } from "./run-lane.ts";
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
  /** Left out where only the store is at work: their updates wait in the journal. */
  profiles?: ProfilesPort | undefined;
  clock: Clock;
  log: Log;
  settings?: Partial<LoaderSettings>;
};

/** Moves everything accepted into the event store and the profiles, once. */
export type Loader = {
  /** Undefined without profiles. */
  profiles: ProfileFollower | undefined;
  status(): LoaderStatus;
  setAside(projectId?: number): SetAsideFrame[];
  /** Projects that have, or had, something in the store. */
  projectIds(): number[];
  /** Whether the store holds all of a project that it once held: not while it is loaded anew. */
  isWhole(projectId: number): boolean;
  /** Resolves when the store's files have been looked at after the start. */
  opened: Promise<void>;
  /** Resolves when everything up to this position can be read, profiles included; false when the signal ended the wait. */
  loadedUpTo(position: Position, signal?: AbortSignal): Promise<boolean>;
  /** Sets a project's file aside and loads it from the journal. */
  rebuild(projectId: number, reason: string): Promise<SetAside | null>;
  /** The store has set a file aside by itself: whoever reads it found it broken. */
  fileLost(projectId: number): void;
  /** Nothing of this project is loaded from here on. */
  forgetProject(projectId: number): Promise<void>;
  close(): Promise<void>;
};

const LOOK_AGAIN_MS = 20;

export async function startLoader(options: LoaderOptions): Promise<Loader> {
  const { journal, store, clock, log } = options;
  const settings = { ...DEFAULT_LOADER_SETTINGS, ...options.settings };
  const notes = await openNotes(options.folder);
  const progress = await openProgress(notes);
  const setAside = await openSetAsideList(notes, log);
  const closing = new AbortController();
  const states: Record<Lane, LaneState> = { live: newLaneState(), bulk: newLaneState() };
  const touched = new Set<number>();
  let opening = true;
  /** Where the lanes were before they went back, or what the journal held when nobody knew where they were. */
  const wasAt: Record<Lane, Position> = { live: 0, bulk: 0 };
  for (const lane of LANES) {
    wasAt[lane] = progress.lane(lane) || journal.stats().lanes[lane].syncedPosition;
  }

  const projects = createProjectLoader({
    journal,
    progress,
    loading: { store, setAside, clock },
    declarations: options.declarations,
    log,
    async onLost(projectId, lost) {
      if ("reason" in lost) await setFileAside(projectId, lost.reason);
      else await progress.fellBehind(projectId, lost.holds);
      catchUps.start(projectId);
    },
    onLoaded: (projectId) => touched.add(projectId),
  });
  const catchUps = createCatchUps(
    {
      ...{ journal, progress, settings, log, load: projects.load, tidy: store.tidy },
      wakeLane: (lane) => states[lane].wake.abort(),
    },
    closing.signal,
  );

  async function setFileAside(projectId: number, reason: string): Promise<SetAside | null> {
    await progress.fellBehind(projectId, {});
    const aside = await store.setAside(projectId, reason);
    await setAside.forgetProject(projectId, [PROFILE_FRAME_KIND]);
    return aside;
  }

  const opened = (async () => {
    let retryMs = settings.retryMsMin;
    while (!closing.signal.aborted) {
      try {
        await lookForLost(store, progress, log);
        break;
      } catch (cause) {
        states.live.stalled = cause instanceof Error ? cause.message : String(cause);
        log.error({ err: cause, retryMs }, "the event store could not be looked at; trying again");
        await sleep(retryMs, undefined, { signal: closing.signal }).catch(() => undefined);
        retryMs = Math.min(retryMs * 2, settings.retryMsMax);
      }
    }
    states.live.stalled = null;
    opening = false;
    for (const projectId of progress.behind()) catchUps.start(projectId);
  })();

  const laneDeps = {
    journal,
    progress,
    settings,
    log,
    load: projects.load,
    tidy: store.tidy,
    turns: createLock(),
    async giveUp(projectId: number) {
      await progress.fellBehind(projectId, progress.holds(projectId));
      catchUps.start(projectId);
    },
    stopwatch: () => performance.now(),
    nowMs: () => clock.now(),
  };
  const running = opened.then(() =>
    Promise.all(LANES.map((lane) => runLane(laneDeps, lane, states[lane], closing.signal))),
  );
  const { profiles } = options;
  const isAt = (position: Position) => {
    const { lanes } = journal.stats();
    return LANES.every((lane) => progress.lane(lane) >= Math.min(position, lanes[lane].syncedPosition));
  };
  const isLoadedFor = (projectId: number, position: Position) =>
    !opening && LANES.every((lane) => !progress.isBehind(projectId, lane)) && isAt(position);
  const devices = { store, isLoaded: isLoadedFor, log };
  const follower = profiles && followProfiles({ profiles, devices, journal, setAside, clock, log, settings });
  const upkeep = runUpkeep({ store, progress, settings, log, touched }, closing.signal);

  const isLoaded = (position: Position) => !opening && progress.behind().length === 0 && isAt(position);

  return {
    profiles: follower,
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
        lanes: { live: laneStatus("live"), bulk: laneStatus("bulk") },
        reached: Math.min(
          ...LANES.map(projects.reachedBy),
          follower?.status().applied ?? Number.POSITIVE_INFINITY,
        ),
        behind: progress.behind(),
        setAside: setAside.count(),
        stalled: states.live.stalled ?? states.bulk.stalled,
      };
    },
    setAside: setAside.list,
    projectIds: progress.projectIds,
    opened,
    isWhole: (projectId) =>
      !opening &&
      LANES.every((lane) => !progress.isBehind(projectId, lane) && progress.lane(lane) >= wasAt[lane]),
    async loadedUpTo(position, signal) {
      for (const lane of LANES) hurry(states[lane], position);
      const isApplied = () => (follower?.status().applied ?? position) >= position;
      while (!isLoaded(position) || !isApplied()) {
        if (signal?.aborted || closing.signal.aborted) return false;
        await sleep(LOOK_AGAIN_MS);
      }
      return true;
    },
    async rebuild(projectId, reason) {
      await opened;
      const aside = await setFileAside(projectId, reason);
      catchUps.start(projectId);
      return aside;
    },
    fileLost(projectId) {
      if (closing.signal.aborted || progress.isForgotten(projectId)) return;
      void progress
        .fellBehind(projectId, {})
        .catch((cause: unknown) =>
          log.warn({ projectId, err: cause }, "the loader's place could not be noted"),
        )
        .then(() => (opening ? undefined : catchUps.start(projectId)));
    },
    async forgetProject(projectId) {
      progress.forgetProject(projectId);
      await projects.settled(projectId);
      await follower?.forgetProject(projectId);
      await setAside.forgetProject(projectId);
    },
    async close() {
      closing.abort();
      await running;
      await follower?.close();
      await upkeep;
      await catchUps.ended();
      await progress.writeFinal();
    },
  };
}
