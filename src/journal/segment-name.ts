import { LANES, type Lane, type Position } from "./types.ts";

export type SegmentForm = "raw" | "compressed";
export type SegmentName = { lane: Lane; number: number; base: Position; form: SegmentForm };

/** Files under this ending are half-finished work: removed at open, never read. */
export const UNFINISHED = ".tmp";

const ENDING = { raw: ".seg", compressed: ".seg.zst" } as const;
const PATTERN = /^([a-z]+)-(\d{10})-(\d{16})(\.seg|\.seg\.zst)$/;

/** The first position stands in the name, so opening a journal of ten thousand segments reads two of them. */
export const segmentFile = ({ lane, number, base, form }: SegmentName): string =>
  `${lane}-${String(number).padStart(10, "0")}-${String(base).padStart(16, "0")}${ENDING[form]}`;

export function parseSegmentFile(file: string): SegmentName | null {
  const match = PATTERN.exec(file);
  const lane = LANES.find((name) => name === match?.[1]);
  if (!match || !lane) return null;
  return {
    lane,
    number: Number(match[2]),
    base: Number(match[3]),
    form: match[4] === ENDING.raw ? "raw" : "compressed",
  };
}
