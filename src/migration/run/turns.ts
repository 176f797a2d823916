import { setTimeout as sleep } from "node:timers/promises";
import type { MigrationDeps } from "../deps.ts";
import { jobsStore } from "../store/jobs-store.ts";
import { slicesStore } from "../store/slices-store.ts";
import type { Job, SliceCounts } from "../types.ts";
import type { Tally } from "./tally.ts";

/** Somebody wants it to stop, or it is over its limit. */
export class JobStopped extends Error {
  readonly to: "cancelled" | "paused" | "paused_over_limit";
  constructor(to: JobStopped["to"]) {
    super(`the migration was ${to}`);
    this.to = to;
  }
}

/** It cannot go on, and trying again changes nothing. */
export class JobFailed extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const LOOK_EVERY_MS = 500;

export type Turns = ReturnType<typeof createTurns>;

/** Between pieces of work: tells how far it is, and hears what is wanted of it. */
export function createTurns({ db, clock, limit }: Pick<MigrationDeps, "db" | "clock" | "limit">, job: Job) {
  const jobs = jobsStore(db);
  let lookedMs = 0;
  let exported = 0;
  let hasSum = false;
  /** Of the slice that is being loaded. */
  let current: Tally | undefined;
  const { texts, notes } = partWarnings(job.warnings);
  // It begins anew.
  if (job.dryRun) notes.clear();

  async function obey(): Promise<void> {
    const wish = (await jobs.find(job.id))?.wish ?? null;
    if (wish !== null) throw new JobStopped(wish === "cancel" ? "cancelled" : "paused");
  }
  const turns = {
    obey,
    /** With what was noted of the slices that are done, in all tries. */
    warnings: (): string[] => [...texts, ...[...notes].map(([code, count]) => `${code}: ${count}`)],
    /** While a slice is noted nobody else says how far it is: its lines would be counted twice, or not at all. */
    isNoting: false,
    underWay: (): SliceCounts | null => current?.counts ?? null,
    isStop: (cause: unknown): boolean => cause instanceof JobStopped,
    async inSlice(tally: Tally): Promise<void> {
      current = tally;
      if (clock.now() - lookedMs < LOOK_EVERY_MS) return;
      lookedMs = clock.now();
      if (!turns.isNoting) await jobs.change(job.id, { progress: tally.counts });
      await obey();
    },
    /** Nothing that is only counted is progress. */
    async inCount(): Promise<void> {
      if (clock.now() - lookedMs < LOOK_EVERY_MS) return;
      lookedMs = clock.now();
      await obey();
    },
    async betweenSlices(): Promise<void> {
      if (!hasSum) exported = (await slicesStore(db).sum(job.id)).exported;
      hasSum = true;
      await obey();
      const isOver = exported >= limit.eventsMax && !job.dryRun;
      if (isOver && limit.mode === "pause" && !job.options.allowOverLimit)
        throw new JobStopped("paused_over_limit");
    },
    /** The origin may take an hour over its answer: whoever wants to stop is not kept waiting for it. */
    async whileWaiting<Value>(answer: Promise<Value>): Promise<Value> {
      const arrived = new AbortController();
      const look = async (): Promise<never> => {
        for (;;) {
          await sleep(LOOK_EVERY_MS, undefined, { signal: arrived.signal });
          await obey();
        }
      };
      try {
        return await Promise.race([answer, look()]);
      } finally {
        arrived.abort();
      }
    },
    /** `isStopped`: it will be read again. */
    sliceDone(tally: Tally, isStopped: boolean): void {
      current = undefined;
      exported += tally.counts.exported;
      if (isStopped) return;
      for (const [code, count] of tally.notes) notes.set(code, (notes.get(code) ?? 0) + count);
    },
  };
  return turns;
}

/** Counts of what was noted stand among them as `code: count`. */
function partWarnings(warnings: readonly string[]): { texts: string[]; notes: Map<string, number> } {
  const texts = new Set<string>();
  const notes = new Map<string, number>();
  for (const warning of warnings) {
    const [, code, count] = /^(\w+): (\d+)$/.exec(warning) ?? [];
    if (code === undefined) texts.add(warning);
    else notes.set(code, Number(count));
  }
  return { texts: [...texts], notes };
}
