import type { DamageList } from "./damage.ts";
import { readLane } from "./read-lane.ts";
import type { SegmentReading } from "./read-segment.ts";
import type { LaneLog } from "./segment.ts";
import type { Frame, Lane, Position } from "./types.ts";

export type ReadOptions = {
  /** The last position the reader has dealt with; `BEFORE_FIRST` for none. */
  after: Position;
  /** Default: both, in the order of their positions. */
  lanes?: readonly Lane[];
  project?: number;
  kinds?: readonly number[];
  /** The read ends with the frame that reaches this many body bytes. Default: no bound but the synced end. */
  maxBytes?: number;
};

export type Batch = {
  frames: Frame[];
  bytes: number;
  /** Pass it as the next `after`. It also passes frames that were filtered out, and the other lane's. */
  reached: Position;
  /** Nothing synced was left when the read began. */
  caughtUp: boolean;
};

/**
 * How far these lanes can be read without leaving out a frame that appears later. With both lanes it stays before the
 * oldest unsynced frame of either; and it never passes the newest synced frame, because positions past that are given
 * out again after a crash.
 */
export function readableUpTo(all: readonly LaneLog[], lanes: readonly LaneLog[]): Position {
  const newest = Math.max(...all.map((log) => log.syncedPosition));
  const unsynced = lanes.map((log) => log.oldestUnsynced()).filter((position) => position !== null);
  return Math.min(newest, ...unsynced.map((position) => position - 1));
}

/** The frames after `after` that are synced now, in order of position. Returns the position it reached. */
export async function* readFrames(
  deps: SegmentReading & { damage: DamageList; logs: readonly LaneLog[] },
  { after, lanes, project, kinds, maxBytes = Number.POSITIVE_INFINITY }: ReadOptions,
): AsyncGenerator<Frame, Position> {
  const logs = lanes ? deps.logs.filter((log) => lanes.includes(log.lane)) : deps.logs;
  const upTo = readableUpTo(deps.logs, logs);
  if (upTo <= after) return after;
  let bytes = 0;
  const sources = logs.map((log) => readLane(deps, log, { after, upTo, project, kinds }));
  for await (const frame of mergeByPosition(sources)) {
    bytes += frame.body.length;
    yield frame;
    if (bytes >= maxBytes) return frame.position;
  }
  return upTo;
}

export async function readBatch(
  deps: Parameters<typeof readFrames>[0],
  options: ReadOptions & { maxBytes: number },
): Promise<Batch> {
  const frames: Frame[] = [];
  let bytes = 0;
  const reading = readFrames(deps, options);
  for (;;) {
    const step = await reading.next();
    if (step.done) return { frames, bytes, reached: step.value, caughtUp: bytes < options.maxBytes };
    frames.push(step.value);
    bytes += step.value.body.length;
  }
}

type Source = { chunks: AsyncGenerator<Frame[]>; frames: Frame[]; next: number };

async function* mergeByPosition(generators: AsyncGenerator<Frame[]>[]): AsyncGenerator<Frame> {
  const open: Source[] = [];
  try {
    for (const chunks of generators) {
      const source: Source = { chunks, frames: [], next: 0 };
      if (await refill(source)) open.push(source);
    }
    while (open.length > 0) {
      const source = open.reduce((left, right) => (head(right) < head(left) ? right : left));
      const frame = source.frames[source.next];
      source.next += 1;
      if (frame) yield frame;
      if (source.next >= source.frames.length && !(await refill(source)))
        open.splice(open.indexOf(source), 1);
    }
  } finally {
    for (const chunks of generators) await chunks.return(undefined);
  }
}

const head = ({ frames, next }: Source): Position => frames[next]?.position ?? Number.POSITIVE_INFINITY;

async function refill(source: Source): Promise<boolean> {
  const step = await source.chunks.next();
  source.frames = step.done ? [] : step.value;
  source.next = 0;
  return !step.done;
}
