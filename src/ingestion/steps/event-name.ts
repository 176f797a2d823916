import { refuse, type Step } from "../draft.ts";

export const eventName: Step = {
  name: "event-name",
  run(draft, { limits }) {
    const { event } = draft.record;
    if (typeof event !== "string" || event.trim() === "") {
      return refuse("event_missing", "event", "'event' must not be missing or blank");
    }
    if (event.length > limits.nameMaxCharacters) {
      return refuse(
        "event_name_too_long",
        "event",
        `'event' is invalid: must not be longer than ${limits.nameMaxCharacters} characters`,
      );
    }
    draft.event = event;
    return undefined;
  },
};
