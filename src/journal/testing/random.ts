/** Small seeded randomness (mulberry32): the same seed gives the same history. */
export type Random = {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number;
  chance(probability: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
};

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick(values) {
      const value = values[below(values.length)];
      if (value === undefined) throw new RangeError("nothing to pick from");
      return value;
    },
  };
}
