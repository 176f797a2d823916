import { isIdentityEvent, isIgnored } from "../../ingestion/text.ts";
import { Broken, type EventRecord, type Origin, type TranslateContext } from "../origin.ts";
import type { SliceKind, TallyLine } from "../types.ts";
import type { People } from "./people.ts";
import { dayOf, type Tally } from "./tally.ts";

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

/** An event to send, what it is counted under, and how to make it once more; undefined for a line that is counted already. */
export type TakeRecord = (
  record: unknown,
  number: number,
) => { event: EventRecord; line: TallyLine; again(): EventRecord } | undefined;

type RecordTaking = {
  origin: Origin;
  kind: SliceKind;
  context: TranslateContext;
  tally: Tally;
  people: People;
};

/** Translates a record, counts it, and notes what it says of persons. */
export function recordTaker({ origin, kind, context, tally, people }: RecordTaking): TakeRecord {
  const { eventsOnly, profilesOnly } = context.options;
  return (record, number) => {
    if (record instanceof Broken) return skip(tally, record.code, number);
    const { event, user, notes = [], skip: reason } = origin.translate(record, context);
    for (const note of notes) tally.note(note);
    if (user !== undefined && !eventsOnly) people.add(user);
    if (kind === "profiles") return undefined;
    if (event === undefined || profilesOnly) return skip(tally, reason ?? "profiles_only", number);
    const line = tally.exported(dayOf(Number(event.properties.time)), event.event);
    const left = leftOut(event);
    if (left === undefined)
      return { event, line, again: () => origin.translate(record, context).event ?? event };
    tally.notTaken("skipped", line, left);
    return undefined;
  };
}

/** Ingestion takes these and stores nothing: counted as taken, they would look like copies. */
function leftOut({ event, properties }: EventRecord): string | undefined {
  if (isIdentityEvent(event)) return "identity_event_ignored";
  return isIgnored(properties) ? "ignored" : undefined;
}

function skip(tally: Tally, code: string, line: number): undefined {
  const message = SENTENCES[code];
  tally.skippedLine(code, message === undefined ? undefined : { line, code, message });
  return undefined;
}
