import type { Draft, Step, StepContext, StepOutcome } from "./draft.ts";
import { refuse } from "./draft.ts";
import { age } from "./steps/age.ts";
import { dictionary } from "./steps/dictionary.ts";
import { eventName } from "./steps/event-name.ts";
import { identityEvents } from "./steps/identity-events.ts";
import { ids } from "./steps/ids.ts";
import { ignore } from "./steps/ignore.ts";
import { insertId } from "./steps/insert-id.ts";
import { properties } from "./steps/properties.ts";
import { size } from "./steps/size.ts";
import { time } from "./steps/time.ts";
import { values } from "./steps/values.ts";

/** The checks, in the order in which they are made. The first that has something to say decides. */
export const STEPS: readonly Step[] = [
  eventName,
  properties,
  time,
  age,
  ids,
  insertId,
  values,
  size,
  identityEvents,
  ignore,
  dictionary,
];

/** Runs a record through the checks; fills the draft as far as it gets. */
export function check(record: unknown, draft: Draft, context: StepContext): StepOutcome {
  if (typeof record !== "object" || record === null || Array.isArray(record)) {
    return refuse("not_an_object", "", "record must be a JSON object");
  }
  draft.record = record as Record<string, unknown>;
  for (const step of STEPS) {
    const outcome = step.run(draft, context);
    if (outcome) return outcome;
  }
  return undefined;
}

export const emptyDraft = (): Draft => ({
  record: {},
  event: "",
  properties: {},
  timeMs: 0,
  sentTimeMs: undefined,
  distinctId: "",
  deviceId: undefined,
  userId: undefined,
  insertId: undefined,
});
