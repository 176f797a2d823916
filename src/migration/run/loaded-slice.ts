import type { Gathered } from "./people.ts";
import type { Tally } from "./tally.ts";

export type LoadedSlice = {
  tally: Tally;
  people: Gathered;
  position: number;
  duplicates: number;
  /** Why it was not read to its end. */
  broke?: unknown;
};

/** Between pieces of a slice somebody may want it to stop. */
export type Turning = { signal: AbortSignal; turn(tally: Tally): Promise<void> };
