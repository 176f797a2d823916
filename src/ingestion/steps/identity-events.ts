import { refuse, type Step } from "../draft.ts";

/** Verbs of an older identity system, which ours does not have: answered, never stored, never a link. */
const VERBS = new Set(["$identify", "$create_alias", "$merge"]);

export const isIdentityEvent = (event: string): boolean => VERBS.has(event);

export const identityEvents: Step = {
  name: "identity-events",
  run({ event }, { strict }) {
    if (!isIdentityEvent(event)) return undefined;
    if (!strict) return { drop: "identity_event_ignored" };
    return refuse(
      "identity_event",
      "event",
      "identity events are not allowed when project is using simplified identity management",
    );
  },
};
