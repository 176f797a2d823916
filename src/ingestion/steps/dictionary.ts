import type { Step } from "../draft.ts";

/** What the project's dictionary leaves out: whole events, and properties of an event. Only records that are right get here. */
export const dictionary: Step = {
  name: "dictionary",
  run({ event, properties }, { rules, repaired }) {
    if (rules === undefined) return undefined;
    if (rules.droppedEvents.has(event)) return { drop: "dropped_event" };
    const dropped = rules.droppedProperties.get(event);
    if (dropped === undefined) return undefined;
    for (const name of dropped) {
      if (!Object.hasOwn(properties, name) || properties[name] === undefined) continue;
      repaired("dropped_property");
      // Absent, to the store.
      properties[name] = undefined;
    }
    return undefined;
  },
};
