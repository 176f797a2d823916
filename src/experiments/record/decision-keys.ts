import type { Cache } from "./types.ts";

/** What a results cache holds that no computing makes: the decision, and what is remembered of the flag before it. */
const DECISION_KEYS = new Set(["$flag", "message", "variant", "decision"]);

export const decisionKeys = (cache: Cache): Cache =>
  Object.fromEntries(Object.entries(cache).filter(([key]) => DECISION_KEYS.has(key)));
