import type { Log } from "../platform/log.ts";
import type { Gap } from "./scan.ts";
import type { Segment, SegmentRef } from "./segment.ts";
import { type SegmentForm, segmentFile } from "./segment-name.ts";
import type { DamagedRange } from "./types.ts";

/** More than this many different places are counted, not listed. */
const LISTED_MAX = 1_000;

export const toDamagedRange = (segment: Segment, form: SegmentForm, gap: Gap): DamagedRange => ({
  lane: segment.lane,
  segment: segment.number,
  file: segmentFile({ ...segment, form }),
  ...gap,
});

/** Every damaged place anybody met, named once in the log and kept for metrics. */
export function createDamageList(log: Pick<Log, "error">, onDamage?: (range: DamagedRange) => void) {
  const found = new Map<string, DamagedRange>();
  let unlisted = 0;
  return {
    report(range: DamagedRange): void {
      const key = `${range.file}:${range.offset}`;
      if (found.has(key)) return;
      if (found.size >= LISTED_MAX) {
        unlisted += 1;
        return;
      }
      found.set(key, range);
      log.error({ damaged: range }, "journal: damaged bytes were skipped");
      onDamage?.(range);
    },
    /** The segment was written anew: what was said about its old file no longer holds. */
    forget({ lane, segment }: SegmentRef): void {
      for (const [key, range] of found) {
        if (range.lane === lane && range.segment === segment) found.delete(key);
      }
    },
    list: (): DamagedRange[] => [...found.values()],
    count: (): number => found.size + unlisted,
  };
}

export type DamageList = ReturnType<typeof createDamageList>;
