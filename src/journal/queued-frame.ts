import { crc32 } from "node:zlib";
import { FRAME_HEADER_BYTES } from "./frame.ts";
import type { QueuedFrame } from "./lay-out-group.ts";
import type { FrameInput, Position } from "./types.ts";

const partsOf = ({ body }: FrameInput): readonly Uint8Array[] => (body instanceof Uint8Array ? [body] : body);

const bodyBytes = (input: FrameInput): number => partsOf(input).reduce((sum, part) => sum + part.length, 0);

/** The bytes an append will take on disk. Throws on what only a bug can hand over. */
export function measureInputs(inputs: readonly FrameInput[], bodyBytesMax: number): number {
  if (inputs.length === 0) throw new RangeError("an append has at least one frame");
  let bytes = 0;
  for (const input of inputs) {
    if (!isWithin(input.kind, 1, 255)) throw new RangeError(`no such kind: ${input.kind}`);
    if (!isWithin(input.project, 0, 0xffff_ffff))
      throw new RangeError(`no such project number: ${input.project}`);
    const size = bodyBytes(input);
    if (size > bodyBytesMax)
      throw new RangeError(`a body of ${size} bytes is over the limit of ${bodyBytesMax}`);
    bytes += FRAME_HEADER_BYTES + size;
  }
  return bytes;
}

const isWithin = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

export function toQueuedFrame(input: FrameInput, position: Position, timeMs: number): QueuedFrame {
  const parts = partsOf(input);
  const bodyCrc = parts.reduce((crc, part) => crc32(part, crc), 0);
  return {
    kind: input.kind,
    project: input.project,
    parts,
    bodyBytes: bodyBytes(input),
    bodyCrc,
    position,
    timeMs,
  };
}
