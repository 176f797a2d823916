import type { Log } from "../platform/log.ts";
import { type DamageList, toDamagedRange } from "./damage.ts";
import { type Files, removeIfThere } from "./files.ts";
import { listBlocks } from "./read-blocks.ts";
import { recoverTail, type Tail } from "./recover-tail.ts";
import { type LaneLog, type Segment, segmentPath } from "./segment.ts";
import { segmentFile } from "./segment-name.ts";
import type { Position } from "./types.ts";

export type RecoveryDeps = {
  files: Files;
  folder: string;
  log: Pick<Log, "info" | "warn">;
  damage: DamageList;
  windowBytes: number;
};

export type Recovered = {
  /** A segment that a crash left open; it must be finished before the lane is written to. */
  unfinished: { segment: Segment; tail: Tail } | null;
  highestPosition: Position;
};

/** Brings one lane to a state that can be read and written. Only its newest segment is read. */
export async function recoverLane(deps: RecoveryDeps, lane: LaneLog): Promise<Recovered> {
  const newest = lane.segments.at(-1);
  if (!newest) return { unfinished: null, highestPosition: 0 };
  if (newest.form === "compressed") {
    lane.syncedPosition = await lastInBlocks(deps, newest);
    return { unfinished: null, highestPosition: lane.syncedPosition };
  }
  const tail = await recoverTail(deps.files, segmentPath(deps.folder, newest), deps.windowBytes);
  sayWhatWasFound(deps, newest, tail);
  if (tail.frames === 0 && tail.damaged.length === 0) {
    const before = await dropEmpty(deps, lane, newest);
    return {
      ...before,
      highestPosition: Math.max(before.highestPosition, tail.highestPosition, newest.base - 1),
    };
  }
  const readable = tail.sealed ? tail : tail.proven;
  newest.end = readable.end;
  newest.marks = tail.marks;
  newest.closed = tail.sealed;
  // Not less than what lies before it: a newest segment without one sound frame must not hide the older ones.
  lane.syncedPosition = Math.max(readable.lastPosition, newest.base - 1);
  const unfinished = tail.sealed ? null : { segment: newest, tail };
  return { unfinished, highestPosition: Math.max(tail.highestPosition, lane.syncedPosition) };
}

/** A segment that was created and never got a whole append. Its number is free again. */
async function dropEmpty(deps: RecoveryDeps, lane: LaneLog, segment: Segment): Promise<Recovered> {
  await removeIfThere(deps.files, segmentPath(deps.folder, segment));
  await deps.files.syncFolder(deps.folder);
  lane.segments = lane.segments.filter((other) => other !== segment);
  return recoverLane(deps, lane);
}

async function lastInBlocks({ files, folder }: RecoveryDeps, segment: Segment): Promise<Position> {
  const file = await files.openForReading(segmentPath(folder, segment));
  try {
    const { blocks } = await listBlocks(file);
    return blocks.reduce((last, block) => Math.max(last, block.last), segment.base - 1);
  } finally {
    await file.close();
  }
}

function sayWhatWasFound({ log, damage }: RecoveryDeps, segment: Segment, tail: Tail): void {
  const file = segmentFile(segment);
  for (const gap of tail.damaged) damage.report(toDamagedRange(segment, segment.form, gap));
  if (tail.tornBytes > 0 && !tail.sealed) {
    log.warn({ file, offset: tail.end, bytes: tail.tornBytes }, "journal: torn tail cut");
  }
}
