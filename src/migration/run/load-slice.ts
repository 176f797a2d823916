import { isIdentityEvent, isIgnored } from "../../ingestion/index.ts";
import type { MigrationDeps } from "../deps.ts";
import { Broken, type EventRecord, type LinePage, type Origin } from "../origin.ts";
import type { Job, Slice } from "../types.ts";
import { Counting } from "./counting.ts";
import { People } from "./people.ts";
import type { PlanDraft } from "./plan.ts";
import { Sender } from "./sender.ts";
import type { Sink } from "./sink.ts";
import { dayOf, Tally } from "./tally.ts";

export type LoadedSlice = {
  tally: Tally;
  people: People;
  position: number;
  duplicates: number;
  /** Why it was not read to its end. */
  broke?: unknown;
};

/** Whatever else is passed over says something about persons or groups: nothing is missing without it. */
const SENTENCES: Record<string, string> = {
  not_json: "the line is not JSON",
  line_too_long: "the line is longer than 4 MiB",
  not_an_object: "the line is no object",
  event_type_missing: "the event has no name",
  time_missing: "the event has no time",
  time_too_early: "the event's time is before 1971",
  no_id: "the event names nobody: neither a user nor a device",
};
export const isWrong = (code: string): boolean => Object.hasOwn(SENTENCES, code);

export type SliceToLoad = { job: Job; origin: Origin; slice: Slice; path: string; plan: PlanDraft };
type Turning = { signal: AbortSignal; turn(tally: Tally): Promise<void> };

/** Reads a download to its end: counts it in a dry run, else sends it. Loaded twice, it is the same events, so nothing is twice. */
export async function loadSlice(
  deps: MigrationDeps,
  given: SliceToLoad,
  { signal, turn }: Turning,
): Promise<LoadedSlice> {
  const { job, origin, slice, path, plan } = given;
  const tally = new Tally();
  const people = new People();
  const sink = await sinkOf(deps, given, tally, signal);
  // The same in every attempt, or an event read again would be another.
  const context = { options: job.options, nowMs: job.createdAt.getTime() };
  let number = 0;
  const takeRecord = (record: unknown, { text, isShort }: LinePage): Promise<void> | undefined => {
    number += 1;
    if (record instanceof Broken) {
      skip(tally, record.code, number);
      return undefined;
    }
    const { event, user, notes = [], skip: reason } = origin.translate(record, context);
    for (const note of notes) tally.note(note);
    if (user !== undefined && !job.options.eventsOnly) people.add(user);
    if (slice.kind === "profiles") return undefined;
    if (event === undefined || job.options.profilesOnly) {
      skip(tally, reason ?? "profiles_only", number);
      return undefined;
    }
    const line = tally.exported(dayOf(Number(event.properties.time)), event.event);
    const left = leftOut(event);
    if (left !== undefined) {
      tally.notTaken("skipped", line, left);
      return undefined;
    }
    const again = () => origin.translate(record, context).event ?? event;
    return sink.take({ number, line, event, again, text, isShort });
  };
  const done = () => ({ tally, people, position: sink.position, duplicates: sink.duplicates });
  try {
    for await (const page of origin.read(slice, path)) {
      signal.throwIfAborted();
      plan.bytes += page.bytes;
      for (const record of page.records) {
        const wait = takeRecord(record, page);
        if (wait !== undefined) await wait;
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

async function sinkOf(
  deps: MigrationDeps,
  { job, plan }: SliceToLoad,
  tally: Tally,
  signal: AbortSignal,
): Promise<Sink> {
  const { projectId } = job;
  if (!job.dryRun) return new Sender(deps, { projectId, lineage: lineageOf(job) }, tally, signal);
  const { store, limits, clock } = deps;
  const rules = await deps.rules(projectId);
  return new Counting({ store, projectId, limits, rules, nowMs: clock.now() }, { tally, plan }, signal);
}

/** Ingestion takes these and stores nothing: counted as taken, they would look like copies. */
function leftOut({ event, properties }: EventRecord): string | undefined {
  if (isIdentityEvent(event)) return "identity_event_ignored";
  return isIgnored(properties) ? "ignored" : undefined;
}

function skip(tally: Tally, code: string, line: number): void {
  const message = SENTENCES[code];
  tally.skippedLine(code, message === undefined ? undefined : { line, code, message });
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
