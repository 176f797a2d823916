import type { Clock } from "../platform/clock.ts";
import { fail, ok, type Result } from "../platform/result.ts";
import { type AdmissionSettings, createAdmission } from "./admission.ts";
import type { Health } from "./health.ts";
import type { QueuedAppend } from "./lay-out-group.ts";
import { measureInputs, toQueuedFrame } from "./queued-frame.ts";
import type { LaneLog } from "./segment.ts";
import type { DiskFull, SegmentWriter } from "./segment-writer.ts";
import type { Appended, AppendFailure, FrameInput, Position, Reach } from "./types.ts";

type Settled = Result<Appended, AppendFailure>;
type Waiting = QueuedAppend & Appended & { settle: (settled: Settled) => void };

export type LaneSettings = AdmissionSettings & { groupBytesMax: number; bodyBytesMax: number };

export type SyncReport = { frames: number; bytes: number; appends: number; durationMs: number };

export type LaneWriterDeps = {
  log: LaneLog;
  clock: Clock;
  health: Health;
  reach: Reach;
  settings: LaneSettings;
  takePositions: (count: number) => Position;
  /** The segment to write to: the open one, or a new one whose first frame will be `base`. */
  segmentFor: (base: Position) => Promise<Result<SegmentWriter, DiskFull>>;
  /** Runs work soon, after what has already arrived in this turn of the event loop. */
  defer: (work: () => void) => void;
  /** Milliseconds from any start, for durations. */
  stopwatch: () => number;
  onSynced: (report: SyncReport) => void;
};

/** The queue of one lane and its group commit. */
export function createLaneWriter(deps: LaneWriterDeps) {
  const { log, clock, health, settings } = deps;
  const admission = createAdmission({ ...deps, lane: log.lane });
  const queue: Waiting[] = [];
  let group: Waiting[] = [];
  let unsyncedBytes = 0;
  let running: Promise<void> | null = null;

  log.oldestUnsynced = () => (group[0] ?? queue[0])?.first ?? null;
  health.whenBroken(() => failWaiting(health.failure() ?? { code: "journal_closed" }));

  async function append(inputs: readonly FrameInput[]): Promise<Settled> {
    const bytes = measureInputs(inputs, settings.bodyBytesMax);
    const refusal = admission.findRefusal(bytes, unsyncedBytes);
    if (refusal) {
      admission.count(refusal, 1);
      return fail(refusal);
    }
    const first = deps.takePositions(inputs.length);
    const timeMs = clock.now();
    const frames = inputs.map((input, index) => toQueuedFrame(input, first + index, timeMs));
    unsyncedBytes += bytes;
    return new Promise((settle) => {
      queue.push({ frames, bytes, first, last: first + frames.length - 1, settle });
      running ??= run();
    });
  }

  // While a group is written and synced the next one gathers in the queue: the sync itself is the wait. Only the first
  // append of an idle lane waits, and only for what this turn of the event loop still brings. A timer on top made
  // everything slower (a sync takes 0.11 ms here). Appends per second of 64 clients with one event each, and of 1:
  // no wait 145,000 and 7,500; this 171,000 and 7,300; 1 ms 44,000 and 740; 4 ms 13,000 and 220.
  async function run(): Promise<void> {
    await new Promise<void>((resolve) => deps.defer(resolve));
    await deps.reach("after-append");
    try {
      while (queue.length > 0 && !health.failure()) await commitGroup();
    } catch (error) {
      health.break(error);
    } finally {
      running = null;
    }
  }

  async function commitGroup(): Promise<void> {
    group = takeGroup(queue, settings.groupBytesMax);
    const startedMs = deps.stopwatch();
    const segment = await deps.segmentFor(group[0]?.first ?? 0);
    const written = segment.ok ? await segment.value.write(group) : segment;
    if (health.failure()) return;
    // Also what is queued behind the group is refused: see `hold` in admission.ts.
    if (!segment.ok || !written.ok) return failWaiting(admission.meetFullDisk());
    await deps.reach("before-sync");
    await segment.value.sync();
    await deps.reach("after-sync");
    // The other lane may have broken meanwhile: these appends were told so, and readers must not see them.
    if (health.failure()) return;
    segment.value.publish(written.value);
    settleGroup(deps.stopwatch() - startedMs);
  }

  function settleGroup(durationMs: number): void {
    const done = group;
    group = [];
    const bytes = done.reduce((sum, waiting) => sum + waiting.bytes, 0);
    const frames = done.reduce((sum, waiting) => sum + waiting.frames.length, 0);
    unsyncedBytes -= bytes;
    admission.noteSynced(bytes, durationMs);
    log.syncedPosition = done.at(-1)?.last ?? log.syncedPosition;
    const answer = (): void => {
      for (const { first, last, settle } of done) settle(ok({ first, last }));
    };
    // With more waiting, their write is handed to the disk first: callers that are answered hand over the next bodies,
    // and the disk would rest while those are checksummed. 16 clients with 2,000 events each: 760 instead of 550 MB/s.
    if (queue.length > 0) deps.defer(answer);
    else answer();
    deps.onSynced({ frames, bytes, appends: done.length, durationMs });
  }

  function failWaiting(failure: AppendFailure): void {
    const waiting = [...group, ...queue.splice(0)];
    group = [];
    unsyncedBytes = 0;
    admission.count(failure, waiting.length);
    for (const { settle } of waiting) settle(fail(failure));
  }

  return {
    append,
    /** Resolves when nothing is queued or being written. */
    async drained(): Promise<void> {
      while (running) await running;
    },
    /** Runs work between two groups: appends go on queueing, none is written meanwhile. */
    async between(work: () => Promise<void>): Promise<void> {
      while (running) await running;
      running = work()
        .catch((error: unknown) => health.break(error))
        .finally(() => {
          running = queue.length > 0 ? run() : null;
        });
      await running;
    },
    queueBytes: () => unsyncedBytes,
    refused: admission.refused,
  };
}

export type LaneWriter = ReturnType<typeof createLaneWriter>;

function takeGroup(queue: Waiting[], bytesMax: number): Waiting[] {
  let count = 0;
  let bytes = 0;
  for (const waiting of queue) {
    if (count > 0 && bytes + waiting.bytes > bytesMax) break;
    bytes += waiting.bytes;
    count += 1;
  }
  return queue.splice(0, count);
}
