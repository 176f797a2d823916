import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { fail } from "../platform/result.ts";
import type { Codec } from "./codec.ts";
import { createCompressor } from "./compressor.ts";
import type { Journal } from "./contract.ts";
import type { DamageList } from "./damage.ts";
import type { Files } from "./files.ts";
import type { Health } from "./health.ts";
import { createLane, type LaneParts } from "./lane.ts";
import type { SyncReport } from "./lane-writer.ts";
import { createQuiet } from "./quiet.ts";
import { readableUpTo, readBatch, readFrames } from "./read-journal.ts";
import { recastSegment } from "./recast-segment.ts";
import type { Recovered } from "./recover-lane.ts";
import { removeOldSegments } from "./remove-before.ts";
import type { LaneLog } from "./segment.ts";
import type { JournalSettings } from "./settings.ts";
import { takeSnapshot } from "./snapshot.ts";
import { describeLane, toSegmentInfo } from "./stats.ts";
import type { Lane, MissingSegment, Position, Reach } from "./types.ts";
import { createUpkeep } from "./upkeep.ts";
import { verifyLanes } from "./verify.ts";
import { createWaiters } from "./waiters.ts";

export type JournalParts = {
  files: Files;
  folder: string;
  log: Log;
  clock: Clock;
  codec: Codec;
  reach: Reach;
  health: Health;
  settings: JournalSettings;
  damage: DamageList;
  missing: readonly MissingSegment[];
  lanes: Record<Lane, [LaneLog, Recovered]>;
  highest: Position;
  defer: (work: () => void) => void;
  stopwatch: () => number;
  onSync?: ((report: SyncReport & { lane: Lane }) => void) | undefined;
};

export function createJournal(parts: JournalParts): Journal & { start(): Promise<void> } {
  const { settings, health, damage } = parts;
  const stopping = new AbortController();
  const upkeep = createUpkeep();
  const waiters = createWaiters();
  let nextPosition = parts.highest + 1;
  let closing: Promise<void> | null = null;
  health.whenBroken(() => waiters.wake());

  const logs = [parts.lanes.live[0], parts.lanes.bulk[0]];
  const reading = { ...parts, logs, windowBytes: settings.readWindowBytes };
  const recasting = {
    ...reading,
    level: settings.compressionLevel,
    blockBytes: settings.blockBytes,
    signal: stopping.signal,
  };
  const quiet = createQuiet(parts.clock, settings, stopping.signal);
  const compressor = createCompressor({ ...recasting, upkeep, untilQuiet: quiet.until });
  const kickCompressor = (): void => {
    if (settings.compress) compressor.kick();
  };

  function assemble(lane: Lane): LaneParts {
    const [log, recovered] = parts.lanes[lane];
    const { queueBytesMax, groupBytesMax } = settings;
    return createLane(
      {
        ...parts,
        settings: { ...settings, queueBytesMax: queueBytesMax[lane], groupBytesMax: groupBytesMax[lane] },
        takePositions(count) {
          const first = nextPosition;
          nextPosition += count;
          return first;
        },
        onSynced(report) {
          quiet.noise();
          waiters.wake();
          parts.onSync?.({ ...report, lane });
        },
        onClosed: kickCompressor,
      },
      log,
      recovered,
    );
  }
  const lanes: Record<Lane, LaneParts> = { live: assemble("live"), bulk: assemble("bulk") };
  const both = [lanes.live, lanes.bulk];

  const logsOf = (names?: readonly Lane[]): LaneLog[] =>
    names ? names.map((name) => lanes[name].log) : logs;

  async function shutDown(): Promise<void> {
    await Promise.all(both.map((lane) => lane.writer.drained()));
    stopping.abort();
    await compressor.idle();
    await upkeep.idle();
    for (const lane of both) await lane.close();
    waiters.wake();
  }

  return {
    async start() {
      for (const lane of both) await lane.finishLeftTail();
      kickCompressor();
    },
    async append(lane, frames) {
      return closing ? fail({ code: "journal_closed" }) : lanes[lane].writer.append(frames);
    },
    read: (options) => readFrames(reading, options),
    readBatch: (options) => readBatch(reading, options),
    waitFor: ({ after, lanes: names, signal }) =>
      waiters.wait(
        () => logsOf(names).some((log) => log.syncedPosition > after),
        () => closing !== null || health.failure() !== null,
        signal,
      ),
    synced: (names) => readableUpTo(logs, logsOf(names)),
    rotate: (lane) => lanes[lane].rotate(),
    rewrite: (ref, decide, options) =>
      upkeep.takeTurn(async () => {
        const { log } = lanes[ref.lane];
        const segment = log.segments.find(({ number }) => number === ref.segment);
        if (!segment) return fail({ code: "segment_unknown" });
        if (!segment.closed) return fail({ code: "segment_open" });
        const recast = await recastSegment(recasting, log, segment, { ...options, decide });
        if (recast.ok) damage.forget(ref);
        return recast;
      }),
    removeBefore: (options) =>
      upkeep.takeTurn(async () => {
        let segments = 0;
        for (const log of logs) segments += await removeOldSegments(reading, log, options);
        return { segments };
      }),
    verify: async (signal) => {
      const report = await verifyLanes(reading, logs, signal);
      for (const range of report.damaged) damage.report(range);
      return report;
    },
    withSnapshot: (use) =>
      upkeep.takeTurn(() => use(takeSnapshot(lanes.live.log, lanes.bulk.log, readableUpTo(logs, logs)))),
    segments: () => logs.flatMap((log) => log.segments.map(toSegmentInfo)),
    stats: () => ({
      lanes: { live: describeLane(lanes.live), bulk: describeLane(lanes.bulk) },
      lastPosition: nextPosition - 1,
      syncedPosition: readableUpTo(logs, logs),
      damaged: damage.list(),
      damagedCount: damage.count(),
      missing: [...parts.missing],
      failure: health.failure(),
    }),
    async upkeepIdle() {
      await compressor.idle();
      await upkeep.idle();
    },
    close() {
      closing ??= shutDown();
      return closing;
    },
  };
}
