import type { Clock } from "../platform/clock.ts";
import { ok, type Result } from "../platform/result.ts";
import type { Files } from "./files.ts";
import { finishTail } from "./finish-tail.ts";
import type { Health } from "./health.ts";
import { createLaneWriter, type LaneSettings, type SyncReport } from "./lane-writer.ts";
import type { Recovered } from "./recover-lane.ts";
import { createRotation } from "./rotation.ts";
import type { LaneLog } from "./segment.ts";
import type { DiskFull } from "./segment-writer.ts";
import type { Position, Reach } from "./types.ts";

export type LaneDeps = {
  files: Files;
  folder: string;
  clock: Clock;
  health: Health;
  reach: Reach;
  defer: (work: () => void) => void;
  stopwatch: () => number;
  settings: LaneSettings & { segmentBytesMax: number };
  takePositions: (count: number) => Position;
  onSynced: (report: SyncReport) => void;
  onClosed: () => void;
};

export type LaneCounters = SyncReport & { syncs: number };

/** One lane, put together: its files, its queue, and what a crash left unfinished. */
export function createLane(deps: LaneDeps, log: LaneLog, { unfinished }: Recovered) {
  let left = unfinished;
  const counters: LaneCounters = { appends: 0, frames: 0, bytes: 0, syncs: 0, durationMs: 0 };

  async function finishLeftTail(): Promise<Result<void, DiskFull>> {
    if (!left) return ok(undefined);
    const finished = await finishTail({ ...deps, nowMs: deps.clock.now() }, left.segment, left.tail);
    if (finished.ok) {
      log.syncedPosition = Math.max(log.syncedPosition, left.tail.lastPosition);
      left = null;
      deps.onClosed();
    }
    return finished;
  }

  const { segmentBytesMax } = deps.settings;
  const rotation = createRotation({ ...deps, log, segmentBytesMax, finishTail: finishLeftTail });
  const writer = createLaneWriter({
    ...deps,
    log,
    segmentFor: rotation.segmentFor,
    onSynced(report) {
      counters.syncs += 1;
      counters.appends += report.appends;
      counters.frames += report.frames;
      counters.bytes += report.bytes;
      counters.durationMs += report.durationMs;
      deps.onSynced(report);
    },
  });

  /** Closes the open segment, so that its frames can be rewritten or removed. A full disk leaves it open. */
  const rotate = (): Promise<void> =>
    writer.between(async () => {
      if (!deps.health.failure()) await rotation.sealOpen();
    });

  // Frames at the end of a tail that could not be finished yet are neither shown nor passed over.
  const oldestQueued = log.oldestUnsynced;
  log.oldestUnsynced = () => (left ? log.syncedPosition + 1 : oldestQueued());

  return {
    log,
    writer,
    counters,
    finishLeftTail,
    rotate,
    async close(): Promise<void> {
      await rotate();
      await rotation.release();
    },
  };
}

export type LaneParts = ReturnType<typeof createLane>;
