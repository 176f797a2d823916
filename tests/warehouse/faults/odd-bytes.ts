import type { seededRandom } from "../../support/random.ts";

export type Random = ReturnType<typeof seededRandom>;

export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[random.below(items.length)] as Item;

export function noise(random: Random, bytes: number): Buffer {
  const made = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += 1) made[at] = random.below(256);
  return made;
}

/** Some bytes changed, cut off, doubled or added. */
export function damaged(random: Random, whole: Buffer): Buffer {
  const made = Buffer.from(whole);
  switch (random.below(6)) {
    case 0:
      return made.subarray(0, random.below(made.length + 1));
    case 1:
      return Buffer.concat([made, noise(random, random.below(4096))]);
    case 2:
      return Buffer.concat([made, made]);
    case 3: {
      const from = random.below(made.length + 1);
      return made.fill(pick(random, [0, 0xff]), from, Math.min(made.length, from + random.below(64)));
    }
    default:
      for (let times = 1 + random.below(12); times > 0; times -= 1)
        made[random.below(made.length)] = random.below(256);
      return made;
  }
}

/** Numbers that somebody may announce. */
export const LENGTHS = [
  0, 1, 3, 4, 5, 255, 65_535, 0xff_ffff, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, 0xffff_ffff,
];
