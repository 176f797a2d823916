import type { NewEvent } from "../../events/index.ts";
import type { Draft, StepContext } from "../draft.ts";

/** These have places of their own in an event, or are only about the way here. */
const TAKEN = [
  "time",
  "distinct_id",
  "$user_id",
  "$device_id",
  "$insert_id",
  "token",
  "ip",
  "$ignore",
] as const;
const RESERVED = ["bucket", "$bucket"] as const;

/**
 * The event a checked record becomes. What is not stored among its properties is set to undefined, which the store takes for
 * absent: a copy of the rest would cost as much as all checks together.
 */
export function toEvent(draft: Draft, context: Pick<StepContext, "repaired">): NewEvent {
  const { properties, insertId, sentTimeMs } = draft;
  for (const name of RESERVED) {
    if (properties[name] === undefined) continue;
    properties[name] = undefined;
    context.repaired("reserved_property_removed");
  }
  for (const name of TAKEN) if (properties[name] !== undefined) properties[name] = undefined;
  return {
    event: draft.event,
    timeMs: draft.timeMs,
    // Without a time of its own a record has no key: its insert id can be read, and matches nothing.
    sentTimeMs: sentTimeMs ?? null,
    distinctId: draft.distinctId,
    deviceId: draft.deviceId,
    userId: draft.userId,
    insertId,
    properties,
  };
}
