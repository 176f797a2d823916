/** Time comes in as an argument, so that a test can set it and a crash can be replayed. */
export type Clock = {
  /** Milliseconds since epoch. */
  now(): number;
};

export const systemClock: Clock = { now: () => Date.now() };
