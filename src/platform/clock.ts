/** Time comes in as an argument, so that a test can set it and a crash can be replayed. */
export type Clock = {
  /** Milliseconds since epoch. */
  now(): number;
};

export const systemClock: Clock = { now: () => Date.now() };

/** Stands still while the other goes back: what comes later never seems to be earlier. */
export function forwardClock(clock: Clock): Clock {
  let latest = 0;
  return {
    now() {
      latest = Math.max(latest, clock.now());
      return latest;
    },
  };
}

/** Later than the one before, whatever the clock says: two states of one thing are told apart by their moments. */
export const nextMoment = (clock: Clock, last: Date): Date =>
  new Date(Math.max(clock.now(), last.getTime() + 1));
