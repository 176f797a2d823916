import { isRowsKind, meanRowBytes, ROW_GROUP_ROWS } from "../events/index.ts";
import type { Frame } from "../journal/index.ts";

const NEWLINE = 10;
/** The store loads on two threads at most, which take a row group each. */
const THREADS = 2;

/** How many bytes of journal rows like these fill a row group of the store. Undefined when there are none. */
export function rowGroupBytes(frames: readonly Frame[]): number | undefined {
  const frame = frames.findLast(({ kind }) => isRowsKind(kind));
  // The first line is the frame's own.
  const rowBytes = meanRowBytes(frame?.body.subarray(frame.body.indexOf(NEWLINE) + 1));
  return rowBytes === undefined ? undefined : rowBytes * ROW_GROUP_ROWS;
}

/**
 * The size of a batch that fills whole row groups, an equal number for each thread: what does not fill one is written twice. `bytes`
 * is as much as the store loads in time. A batch ends with the frame that reaches its size, so a little less than that is asked for.
 */
export function wholeRowGroups(bytes: number, groupBytes: number): number {
  const groups = Math.floor(bytes / groupBytes);
  if (groups === 0) return bytes;
  return groupBytes * (groups < THREADS ? 1 : groups - (groups % THREADS)) * JUST_UNDER;
}

const JUST_UNDER = 0.99;
