import { parseLines } from "../archive/read-lines.ts";
import type { MigrationDeps } from "../deps.ts";
import { Broken, type Origin, type TranslateContext } from "../origin.ts";
import type { Job, Slice } from "../types.ts";
import { Counting } from "./counting.ts";
import type { LoadedSlice, Turning } from "./loaded-slice.ts";
import { People } from "./people.ts";
import type { PlanDraft } from "./plan.ts";
import type { LineThread } from "./reading/line-thread.ts";
import { loadParts } from "./reading/load-parts.ts";
import { Sender } from "./sender.ts";
import type { Sink } from "./sink.ts";
import { recordTaker, type TakeRecord } from "./take-record.ts";
import { Tally } from "./tally.ts";

export type SliceToLoad = {
  job: Job;
  origin: Origin;
  slice: Slice;
  path: string;
  plan: PlanDraft;
  /** Undefined where every line has to be parsed. */
  thread?: LineThread | undefined;
  /** The slice behind it, once that is here. */
  next?(): { slice: Slice; path: string } | undefined;
};

/** Reads a download to its end: counts it in a dry run, else sends it. Loaded twice, it is the same events, so nothing is twice. */
export async function loadSlice(
  deps: MigrationDeps,
  given: SliceToLoad,
  turning: Turning,
): Promise<LoadedSlice> {
  const { job, thread } = given;
  const { signal } = turning;
  const tally = new Tally();
  if (thread !== undefined) {
    const sender = senderOf(deps, job, tally, signal);
    return loadParts({ ...given, thread, sender, tally }, turning);
  }
  const sink = job.dryRun ? await countingOf(deps, given, tally, signal) : senderOf(deps, job, tally, signal);
  return loadRecords(given, sink, tally, turning);
}

/** Line by line through the parser and the translation. */
async function loadRecords(
  { job, origin, slice, path, plan }: SliceToLoad,
  sink: Sink,
  tally: Tally,
  { signal, turn }: Turning,
): Promise<LoadedSlice> {
  const people = new People();
  const takeRecord = recordTaker({ origin, kind: slice.kind, context: contextOf(job), tally, people });
  let number = 0;
  const count = () => {
    number += 1;
    return number;
  };
  const done = () => ({
    ...{ tally, people: people.gathered() },
    ...{ position: sink.position, duplicates: sink.duplicates },
  });
  try {
    for await (const page of origin.read(slice, path)) {
      signal.throwIfAborted();
      if (page instanceof Broken) takeRecord(page, count());
      else {
        await takePage(page, sink, takeRecord, count);
        plan.bytes += page.length;
      }
      await turn(tally);
    }
    await sink.end();
    return done();
  } catch (broke) {
    await sink.abandon();
    return { ...done(), broke };
  }
}

// The same in every attempt, or an event read again would be another.
export const contextOf = ({ options, createdAt }: Job): TranslateContext => ({
  options,
  nowMs: createdAt.getTime(),
});

async function takePage(
  page: Buffer,
  sink: Sink,
  takeRecord: TakeRecord,
  count: () => number,
): Promise<void> {
  const { records, text, isShort } = parseLines(page);
  for (const record of records) {
    const number = count();
    const taken = takeRecord(record, number);
    if (taken === undefined) continue;
    const wait = sink.take({ number, ...taken, text, isShort });
    if (wait !== undefined) await wait;
  }
}

const senderOf = (deps: MigrationDeps, job: Job, tally: Tally, signal: AbortSignal): Sender =>
  new Sender(deps, { projectId: job.projectId, lineage: lineageOf(job) }, tally, signal);

async function countingOf(
  deps: MigrationDeps,
  { job: { projectId }, plan }: SliceToLoad,
  tally: Tally,
  signal: AbortSignal,
): Promise<Counting> {
  const { store, limits, clock } = deps;
  const rules = await deps.rules(projectId);
  return new Counting({ store, projectId, limits, rules, nowMs: clock.now() }, { tally, plan }, signal);
}

/**
 * All rows of a job are one generation, shown from the start: taking it back takes the rows that came with the job, and lets show what
 * they stood in the way of.
 */
export const lineageOf = ({ id, tool }: Pick<Job, "id" | "tool">) => ({
  source: `migration-${tool}`,
  importId: id,
  jobId: id,
  generation: GENERATION,
});

export const GENERATION = 1;
