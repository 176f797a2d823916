import { dirname } from "node:path";
import { type Clock, systemClock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { fail, ok, type Result } from "../platform/result.ts";
import { type Codec, zstdCodec } from "./codec.ts";
import type { Journal } from "./contract.ts";
import { createDamageList } from "./damage.ts";
import type { Files } from "./files.ts";
import { writeSealAgain } from "./finish-tail.ts";
import { createHealth } from "./health.ts";
import { createJournal } from "./journal.ts";
import type { SyncReport } from "./lane-writer.ts";
import { findMissing, listSegments } from "./list-segments.ts";
import { type Recovered, recoverLane } from "./recover-lane.ts";
import type { LaneLog } from "./segment.ts";
import { NewerFormat } from "./segment-header.ts";
import { type JournalSettings, withDefaults } from "./settings.ts";
import { systemFiles } from "./system-files.ts";
import type { DamagedRange, Lane, MissingSegment, Position, Reach } from "./types.ts";

export type JournalOptions = {
  /** `<data folder>/journal`. One process at a time: the data folder's lock is the caller's part. */
  folder: string;
  log: Log;
  /** Called once, when nothing can be accepted any more. The server exits; the next start recovers. */
  onFatal: (error: unknown) => void;
  settings?: Partial<JournalSettings>;
  /**
   * The largest position any reader has stored. New frames get larger ones even if the journal has lost its end (an
   * older backup, rot in the very last frames): otherwise such a reader would take them for frames it knows.
   */
  startAfter?: Position;
  onDamage?: (range: DamagedRange) => void;
  onMissing?: (missing: MissingSegment) => void;
  onSync?: (report: SyncReport & { lane: Lane }) => void;
  files?: Files;
  clock?: Clock;
  codec?: Codec;
  reach?: Reach;
  defer?: (work: () => void) => void;
  stopwatch?: () => number;
};

export type OpenFailure = { code: "newer_format"; version: number };

export async function openJournal(options: JournalOptions): Promise<Result<Journal, OpenFailure>> {
  try {
    return ok(await open(options));
  } catch (error) {
    if (error instanceof NewerFormat) return fail({ code: "newer_format", version: error.version });
    throw error;
  }
}

async function open(options: JournalOptions): Promise<Journal> {
  const { folder, log, files = systemFiles, reach = () => {} } = options;
  const settings = withDefaults(options.settings ?? {});
  await files.makeFolder(folder);
  await files.syncFolder(dirname(folder));
  const damage = createDamageList(log, options.onDamage);
  const segments = await listSegments({ files, folder, log });
  // What was just listed must not vanish with the next power loss: an earlier run may have died before its sync.
  await files.syncFolder(folder);

  const recover = async (lane: Lane): Promise<[LaneLog, Recovered]> => {
    const laneLog: LaneLog = {
      lane,
      segments: segments[lane],
      syncedPosition: 0,
      oldestUnsynced: () => null,
    };
    const recovered = await recoverLane(
      { files, folder, log, damage, windowBytes: settings.readWindowBytes },
      laneLog,
    );
    const newest = laneLog.segments.at(-1);
    if (newest?.form === "raw" && newest.closed) await writeSealAgain({ files, folder }, newest);
    return [laneLog, recovered];
  };
  const lanes = { live: await recover("live"), bulk: await recover("bulk") };
  const missing = [...findMissing(segments.live), ...findMissing(segments.bulk)];
  for (const hole of missing) {
    log.error(hole, "journal: a segment is missing");
    options.onMissing?.(hole);
  }

  const { live, bulk } = lanes;
  const highest = Math.max(live[1].highestPosition, bulk[1].highestPosition, options.startAfter ?? 0);
  const journal = createJournal({
    files,
    folder,
    log,
    reach,
    settings,
    damage,
    missing,
    lanes,
    highest,
    clock: options.clock ?? systemClock,
    codec: options.codec ?? zstdCodec,
    health: createHealth(log, options.onFatal),
    defer: options.defer ?? setImmediate,
    stopwatch: options.stopwatch ?? (() => performance.now()),
    onSync: options.onSync,
  });
  await journal.start();
  return journal;
}
