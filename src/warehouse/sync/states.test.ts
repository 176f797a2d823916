import { expect, test } from "vitest";
import { isEnded, RUN_STATES, TRANSITIONS } from "./states.ts";

test("what has ended stays as it is", () => {
  for (const state of RUN_STATES.filter(isEnded)) {
    expect(Object.values(TRANSITIONS[state]).every((next) => next === null)).toBe(true);
  }
});

test("from every state that has not ended, a run can fail, and all but a commit can be called off", () => {
  for (const state of RUN_STATES.filter((one) => !isEnded(one))) {
    expect(TRANSITIONS[state].fail).toBe("FAILED");
    expect(TRANSITIONS[state].cancel).toBe(state === "COMMITTING" ? null : "CANCELLED");
  }
});

test("the way to success leads through every phase", () => {
  const way = ["start", "connected", "planned", "read", "committed"] as const;
  let state: (typeof RUN_STATES)[number] = "QUEUED";
  for (const event of way) state = TRANSITIONS[state][event] ?? "FAILED";
  expect(state).toBe("SUCCEEDED");
});
