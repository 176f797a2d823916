import { isUtf8 } from "node:buffer";
import { parseLines } from "../archive/read-lines.ts";
import type { MigrationDeps } from "../deps.ts";
import { Broken, type LineWriter, type Origin, type TranslateContext } from "../origin.ts";
import type { Job, Slice } from "../types.ts";
import { Counting } from "./counting.ts";
import { People } from "./people.ts";
import type { PlanDraft } from "./plan.ts";
import { Sender } from "./sender.ts";
import type { Sink } from "./sink.ts";
import { type LineTaking, takeLines } from "./take-lines.ts";
import { recordTaker, type TakeRecord } from "./take-record.ts";
import { Tally } from "./tally.ts";

export type LoadedSlice = {
  tally: Tally;
  people: People;
  position: number;
  duplicates: number;
  /** Why it was not read to its end. */
  broke?: unknown;
};

export type SliceToLoad = {
  job: Job;
  origin: Origin;
  slice: Slice;
  path: string;
  plan: PlanDraft;
  /** Undefined where every line has to be parsed. */
  writer?: LineWriter | undefined;
};
type Turning = { signal: AbortSignal; turn(tally: Tally): Promise<void> };

/** Reads a download to its end: counts it in a dry run, else sends it. Loaded twice, it is the same events, so nothing is twice. */
export async function loadSlice(
  deps: MigrationDeps,
  given: SliceToLoad,
  { signal, turn }: Turning,
): Promise<LoadedSlice> {
  const { job, origin, slice, path, plan, writer } = given;
  const { options } = job;
  const context = contextOf(job);
  const tally = new Tally();
  const people = new People(writer?.readUser);
  const sink = await sinkOf(deps, given, tally, signal);
  const takeRecord = recordTaker({ origin, kind: slice.kind, context, tally, people });
  let number = 0;
  const count = () => {
    number += 1;
    return number;
  };
  const lines: Omit<LineTaking, "writer"> = {
    ...{ tally, people: options.eventsOnly ? undefined : people, takeRecord, count },
  };
  const done = () => ({ tally, people, position: sink.position, duplicates: sink.duplicates });
  try {
    for await (const page of origin.read(slice, path)) {
      signal.throwIfAborted();
      if (page instanceof Broken) takeRecord(page, count());
      else if (writer !== undefined && sink instanceof Sender && isUtf8(page))
        await sendLines(page, sink, { writer, ...lines });
      else await takePage(page, sink, takeRecord, count);
      if (!(page instanceof Broken)) plan.bytes += page.length;
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
const contextOf = ({ options, createdAt }: Job): TranslateContext => ({
  options,
  nowMs: createdAt.getTime(),
});

/** One for all slices of a job: what it has learned of the first ones holds for the others. */
export const writerOf = (origin: Origin, job: Job): LineWriter | undefined =>
  job.dryRun || job.options.profilesOnly ? undefined : origin.writer?.(contextOf(job));

/** Lines as text, so that plain ones never become objects. */
async function sendLines(page: Buffer, sender: Sender, taking: LineTaking): Promise<void> {
  let into = await sender.openLines();
  for (let at = 0; at < page.length; ) {
    at = takeLines(page, at, into, taking);
    if (into.isFull) into = await sender.flushLines();
  }
}

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

async function sinkOf(
  deps: MigrationDeps,
  { job, plan, writer }: SliceToLoad,
  tally: Tally,
  signal: AbortSignal,
): Promise<Sink> {
  const { projectId } = job;
  const names = writer?.names;
  if (!job.dryRun) return new Sender(deps, { projectId, lineage: lineageOf(job) }, tally, { signal, names });
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
