import type { Random } from "../../src/journal/testing/random.ts";

/** Values, each with how often it should come up compared with the others. */
export type Weighted<Value> = readonly (readonly [Value, number])[];

export function choose<Value>(random: Random, choices: Weighted<Value>): Value {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0);
  let left = random.next() * total;
  for (const [value, weight] of choices) {
    left -= weight;
    if (left < 0) return value;
  }
  const last = choices.at(-1);
  if (last === undefined) throw new RangeError("nothing to choose from");
  return last[0];
}

/** A whole number from `least` to `most`, both included. */
export const between = (random: Random, least: number, most: number): number =>
  least + random.below(most - least + 1);
