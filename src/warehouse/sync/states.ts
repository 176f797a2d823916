/**
 * A run is queued, works through its phases, and ends in one of three ways. A server that died in the middle leaves it in a phase;
 * taken up again it begins anew, which is harmless: what it stored before is found there.
 */
export const RUN_STATES = [
  "QUEUED",
  "CONNECTING",
  "PLANNING",
  "IMPORTING",
  "COMMITTING",
  "SUCCEEDED",
  "FAILED",
  "CANCELLED",
] as const;
export type RunState = (typeof RUN_STATES)[number];

export type RunEvent = "start" | "connected" | "planned" | "read" | "committed" | "fail" | "cancel" | "retry";

/** Every state and every event. Null: that cannot happen. A state or an event without its line does not compile. */
export const TRANSITIONS: Record<RunState, Record<RunEvent, RunState | null>> = {
  QUEUED: on({ start: "CONNECTING", fail: "FAILED", cancel: "CANCELLED" }),
  CONNECTING: on({ ...anywhere(), connected: "PLANNING" }),
  PLANNING: on({ ...anywhere(), planned: "IMPORTING" }),
  IMPORTING: on({ ...anywhere(), read: "COMMITTING" }),
  // What is being committed can no longer be called off; it can fail, and be done again.
  COMMITTING: on({ start: "CONNECTING", fail: "FAILED", retry: "CONNECTING", committed: "SUCCEEDED" }),
  SUCCEEDED: on({}),
  FAILED: on({}),
  CANCELLED: on({}),
};

function anywhere(): Partial<Record<RunEvent, RunState>> {
  return { start: "CONNECTING", fail: "FAILED", cancel: "CANCELLED", retry: "CONNECTING" };
}

function on(given: Partial<Record<RunEvent, RunState>>): Record<RunEvent, RunState | null> {
  const none = {
    start: null,
    connected: null,
    planned: null,
    read: null,
    committed: null,
    fail: null,
    cancel: null,
    retry: null,
  };
  return { ...none, ...given };
}

export const isEnded = (state: RunState): boolean =>
  state === "SUCCEEDED" || state === "FAILED" || state === "CANCELLED";

/** The four words clients know. */
export const publicStatus = (state: RunState): "RUNNING" | "SUCCEEDED" | "FAILED" | "CANCELLED" =>
  state === "SUCCEEDED" || state === "FAILED" || state === "CANCELLED" ? state : "RUNNING";
