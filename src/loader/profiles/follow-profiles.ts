import { setTimeout as sleep } from "node:timers/promises";
import type { Journal, Position } from "../../journal/index.ts";
import type { Log } from "../../platform/log.ts";
import { PROFILE_FRAME_KIND } from "../../profiles/index.ts";
import { type ApplyFramesDeps, applyFrames, type ProfilesPort } from "./apply-frames.ts";
import { PROFILE_LANE, type TrackedAppends, trackAppends } from "./tracked-appends.ts";

export type ProfileFollower = {
  append: TrackedAppends["append"];
  status(): { applied: Position; stalled: string | null };
  /** Nothing of this project is applied from here on. */
  forgetProject(projectId: number): Promise<void>;
  close(): Promise<void>;
};

export type FollowerDeps = Omit<ApplyFramesDeps, "profiles"> & {
  profiles: ProfilesPort;
  journal: Pick<Journal, "append" | "synced" | "readBatch">;
  log: Log;
  settings: { retryMsMin: number; retryMsMax: number };
};

/** Bytes of frames in one transaction: parsed and applied they keep the server busy for some tens of milliseconds. */
const BATCH_BYTES = 4 * 1024 * 1024;
/** What came in meanwhile shares a transaction, and with it the sync at its end. */
const GATHER_MS = 20;
/** How far the journal is read again after a crash, at most, when nobody updates a profile. */
const NOTE_EVERY_MS = 5_000;

/**
 * Brings updates from the journal into the profiles, apart from events: neither waits when the other's database is away. The
 * place reached is in the profiles' database, moved by the transaction that applies; a store that is loaded anew changes nothing.
 */
export function followProfiles(deps: FollowerDeps): ProfileFollower {
  const { profiles, journal, log, settings } = deps;
  const closing = new AbortController();
  let wake = Promise.withResolvers<void>();
  const appends = trackAppends(journal, () => wake.resolve());
  const forgotten = new Set<number>();
  let reached: Position = 0;
  let noted: Position = 0;
  let stalled: string | null = null;
  /** Until the place is known nobody may take anything for applied. */
  let begun = false;
  let underWay: Promise<void> = Promise.resolve();

  async function begin(): Promise<void> {
    noted = await profiles.position(PROFILE_LANE);
    reached = noted;
    const last = journal.synced([PROFILE_LANE]);
    if (last > reached) appends.add(reached + 1, last);
  }

  async function applySome(first: Position): Promise<void> {
    const after = Math.max(reached, first - 1);
    const which = {
      after,
      lanes: [PROFILE_LANE],
      kinds: [PROFILE_FRAME_KIND],
      maxBytes: BATCH_BYTES,
    } as const;
    const batch = await journal.readBatch(which);
    const frames = batch.frames.filter(({ project }) => !forgotten.has(project));
    await applyFrames(deps, PROFILE_LANE, frames, batch.reached, closing.signal);
    reached = batch.reached;
    noted = batch.reached;
    appends.applied(batch.reached);
  }

  async function note(): Promise<void> {
    const clear = appends.clearUpTo();
    if (clear > noted) await profiles.apply(PROFILE_LANE, [], clear);
    noted = Math.max(noted, clear);
  }

  async function waitForMore(): Promise<void> {
    wake = Promise.withResolvers<void>();
    if (appends.waiting() !== undefined) return;
    const time = new AbortController();
    const signal = AbortSignal.any([closing.signal, time.signal]);
    const isTime = sleep(NOTE_EVERY_MS, true, { signal }).catch(() => false);
    const mustNote = await Promise.race([isTime, wake.promise.then(() => false)]);
    time.abort();
    if (mustNote) await note();
    else await sleep(GATHER_MS, undefined, { signal: closing.signal }).catch(() => undefined);
  }

  async function run(): Promise<void> {
    let retryMs = settings.retryMsMin;
    while (!closing.signal.aborted) {
      try {
        if (!begun) await begin();
        begun = true;
        const waiting = appends.waiting();
        if (waiting === undefined) await waitForMore();
        else {
          underWay = applySome(waiting.first);
          await underWay;
        }
        stalled = null;
        retryMs = settings.retryMsMin;
      } catch (cause) {
        if (closing.signal.aborted) break;
        stalled = cause instanceof Error ? cause.message : String(cause);
        log.error({ err: cause, retryMs }, "updates of profiles could not be applied; trying again");
        await sleep(retryMs, undefined, { signal: closing.signal }).catch(() => undefined);
        retryMs = Math.min(retryMs * 2, settings.retryMsMax);
      }
    }
    if (begun) await note();
  }
  const running = run().catch((cause: unknown) =>
    log.warn(
      { err: cause },
      "the place of profiles could not be noted; what is applied already is passed over",
    ),
  );

  return {
    append: appends.append,
    status: () => ({ applied: begun ? Math.max(noted, appends.clearUpTo()) : noted, stalled }),
    async forgetProject(projectId) {
      forgotten.add(projectId);
      await underWay.catch(() => undefined);
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}
