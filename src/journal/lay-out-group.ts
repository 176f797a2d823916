import { FLAG_LAST_OF_APPEND, FRAME_HEADER_BYTES, writeFrameHeader } from "./frame.ts";
import type { Mark } from "./segment.ts";
import type { Position } from "./types.ts";

export type QueuedFrame = {
  kind: number;
  project: number;
  parts: readonly Uint8Array[];
  bodyBytes: number;
  bodyCrc: number;
  position: Position;
  timeMs: number;
};

/** The frames of one append call. They are written in one group and recovered together or not at all. */
export type QueuedAppend = { frames: QueuedFrame[]; bytes: number };

/** Where a group begins in its segment. */
export type GroupStart = { offset: number; ordinal: number; synced: number };

/**
 * A body below this is copied next to its header, a larger one is written from where it lies. 1,000 frames of 500 bytes:
 * 0.15 ms to copy and write as one buffer, 1.1 ms to write as 2,000 buffers.
 */
const COPY_BELOW_BYTES = 16 * 1024;

export type LaidOut = { parts: Buffer[]; bytes: number; frames: number; starts: Mark[] };

/** The buffers of a group, headers filled in, ready for one writev. */
export function layOutGroup(group: readonly QueuedAppend[], start: GroupStart): LaidOut {
  const arena = Buffer.allocUnsafe(arenaBytes(group));
  const parts: Buffer[] = [];
  const starts: Mark[] = [];
  let runStart = 0;
  let used = 0;
  let bytes = 0;
  for (const { frames } of group) {
    for (const frame of frames) {
      const isLast = frame === frames.at(-1);
      const ordinal = start.ordinal + starts.length;
      const flags = isLast ? FLAG_LAST_OF_APPEND : 0;
      writeFrameHeader(arena, used, { ...frame, flags, ordinal, synced: start.synced });
      used += FRAME_HEADER_BYTES;
      starts.push({ position: frame.position, offset: start.offset + bytes });
      bytes += FRAME_HEADER_BYTES + frame.bodyBytes;
      if (isCopied(frame)) {
        for (const part of frame.parts) {
          arena.set(part, used);
          used += part.length;
        }
      } else {
        parts.push(arena.subarray(runStart, used), ...frame.parts.map(asBuffer));
        runStart = used;
      }
    }
  }
  if (used > runStart) parts.push(arena.subarray(runStart, used));
  return { parts, bytes, frames: starts.length, starts };
}

const isCopied = (frame: QueuedFrame): boolean => frame.bodyBytes < COPY_BELOW_BYTES;

function arenaBytes(group: readonly QueuedAppend[]): number {
  let bytes = 0;
  for (const { frames } of group) {
    for (const frame of frames) bytes += FRAME_HEADER_BYTES + (isCopied(frame) ? frame.bodyBytes : 0);
  }
  return bytes;
}

const asBuffer = (part: Uint8Array): Buffer => Buffer.from(part.buffer, part.byteOffset, part.byteLength);
