import type { MigrationDeps } from "../deps.ts";
import { Broken, type EventRecord, type Origin, type Translated } from "../origin.ts";
import type { Job, Slice } from "../types.ts";
import { DuplicateCount } from "./duplicate-count.ts";
import { People } from "./people.ts";
import { Sender } from "./sender.ts";
import { dayOf, Tally } from "./tally.ts";

export type LoadedSlice = {
  tally: Tally;
  people: People;
  position: number;
  duplicates: number;
  /** Why it was not read to its end. */
  broke?: unknown;
};

const SENTENCES: Record<string, string> = {
  not_json: "the line is not JSON",
  line_too_long: "the line is longer than 4 MiB",
  not_an_object: "the line is no object",
  event_type_missing: "the event has no name",
  time_missing: "the event has no time",
  time_too_early: "the event's time is before 1971",
  no_id: "the event names nobody: neither a user nor a device",
};
/** How an origin says things about persons and groups. Nothing is missing where they are left out. */
const NO_PROBLEM = new Set(["identify", "groupidentify"]);

/** Reads a download to its end: counts it in a dry run, else sends it. Loaded twice, it is the same events, so nothing is twice. */
export async function loadSlice(
  deps: MigrationDeps,
  { job, origin, slice, path }: { job: Job; origin: Origin; slice: Slice; path: string },
  { signal, turn }: { signal: AbortSignal; turn(tally: Tally): Promise<void> },
): Promise<LoadedSlice> {
  const tally = new Tally();
  const people = new People();
  const sender = new Sender(deps, { projectId: job.projectId, lineage: lineageOf(job) }, tally, signal);
  const known = new DuplicateCount(deps.store, job.projectId, signal);
  // The same in every attempt, or an event read again would be another.
  const context = { options: job.options, nowMs: job.createdAt.getTime() };
  const isDropped = job.dryRun ? await deps.isDropped(job.projectId) : () => false;
  let number = 0;

  const take = (record: unknown, translated: Translated, text: "sound" | "escaped" | "broken") => {
    for (const note of translated.notes ?? []) tally.note(note);
    if (translated.user !== undefined && !job.options.eventsOnly) people.add(translated.user);
    if (slice.kind === "profiles") return undefined;
    const { event } = translated;
    if (event === undefined || job.options.profilesOnly) {
      const code = translated.skip ?? "profiles_only";
      const problem =
        NO_PROBLEM.has(code) || SENTENCES[code] === undefined
          ? undefined
          : { line: number, code, message: SENTENCES[code] };
      tally.skippedLine(code, problem);
      return undefined;
    }
    const line = tally.exported(dayOf(Number(event.properties.time)), event.event);
    if (job.dryRun) {
      if (isDropped(event.event)) tally.notTaken("skipped", line, "dropped_by_dictionary");
      else tally.accepted(line);
      return known.add(event);
    }
    let made: EventRecord | undefined = event;
    const make = (): EventRecord => {
      const first = made ?? (origin.translate(record, context).event as EventRecord);
      made = undefined;
      return first;
    };
    return sender.add({ number, line, make }, text);
  };

  const readAll = async () => {
    for await (const { records, text } of origin.read(slice, path)) {
      signal.throwIfAborted();
      for (const record of records) {
        number += 1;
        if (record instanceof Broken) {
          const { code } = record;
          tally.skippedLine(code, { line: number, code, message: SENTENCES[code] ?? code });
          continue;
        }
        const wait = take(record, origin.translate(record, context), text);
        if (wait !== undefined) await wait;
      }
      await turn(tally);
    }
    await sender.end();
    await known.end();
  };
  const done = () => ({ tally, people, position: sender.position, duplicates: known.duplicates });
  try {
    await readAll();
    return done();
  } catch (broke) {
    await sender.abandon();
    return { ...done(), broke };
  }
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
