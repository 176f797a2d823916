import type { Log } from "../platform/log.ts";
import { type RecastDeps, recastSegment } from "./recast-segment.ts";
import type { LaneLog, Segment } from "./segment.ts";
import { segmentFile } from "./segment-name.ts";
import type { Upkeep } from "./upkeep.ts";

export type CompressorDeps = RecastDeps & {
  log: Pick<Log, "debug" | "warn" | "error">;
  logs: readonly LaneLog[];
  upkeep: Upkeep;
  /** Resolves when a good moment has come, or when so much waits that there is no better one. */
  untilQuiet(waitingBytes: () => number): Promise<void>;
};

/**
 * Compresses closed segments in the background, the oldest first. What cannot be compressed stays as it is: it can be
 * read, and damaged bytes are kept for whoever wants to look at them.
 */
export function createCompressor(deps: CompressorDeps) {
  const leftAlone = new Set<Segment>();
  let current: Promise<void> | null = null;

  const findNext = (): [LaneLog, Segment] | undefined => {
    for (const log of deps.logs) {
      const segment = log.segments.find((candidate) => isDue(candidate) && !leftAlone.has(candidate));
      if (segment) return [log, segment];
    }
    return undefined;
  };

  const waitingBytes = (): number => {
    const due = deps.logs.flatMap((log) => log.segments.filter(isDue));
    return due.reduce((sum, { end }) => sum + end, 0);
  };

  async function compress(log: LaneLog, segment: Segment): Promise<void> {
    const file = segmentFile(segment);
    const done = await deps.upkeep.takeTurn(async () => {
      const isStillDue = isDue(segment) && log.segments.includes(segment) && !deps.signal.aborted;
      return isStillDue ? recastSegment(deps, log, segment) : null;
    });
    if (done?.ok) deps.log.debug({ file }, "journal: segment compressed");
    if (done && !done.ok) {
      leftAlone.add(segment);
      deps.log.error({ file, damaged: done.failure.damaged }, "journal: damaged segment left uncompressed");
    }
  }

  async function run(): Promise<void> {
    await Promise.resolve(); // so that `current` is set before it can be cleared
    try {
      for (let next = findNext(); next && !deps.signal.aborted; next = findNext()) {
        await deps.untilQuiet(waitingBytes);
        await compress(...next);
      }
    } catch (error) {
      if (!deps.signal.aborted)
        deps.log.warn({ err: error }, "journal: compression failed, tried again later");
    } finally {
      current = null;
    }
  }

  return {
    /** Something may be due: called at open and after each rotation, which is also the retry after a failure. */
    kick(): void {
      if (!deps.signal.aborted) current ??= run();
    },
    async idle(): Promise<void> {
      await current;
    },
  };
}

const isDue = ({ form, closed }: Segment): boolean => form === "raw" && closed;
