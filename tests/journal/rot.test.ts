import { expect, test } from "vitest";
import { LANES } from "../../src/journal/index.ts";
import { seededRandom } from "../../src/journal/testing/random.ts";
import { frames, newDisk, openOn, readAll } from "./support.ts";

const SETTINGS = { segmentBytesMax: 3_000, blockBytes: 700, readWindowBytes: 500 };
const ROUNDS = 60;

/**
 * Flips bits anywhere in files that were synced and closed. Whatever is hit, no frame comes back with other bytes, every
 * missing frame lies in a named range, and the open does not fail.
 */
for (const compress of [false, true]) {
  test(`bit rot in ${compress ? "compressed" : "uncompressed"} segments is always named and never believed`, async () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const random = seededRandom(seed);
      const disk = newDisk(seed);
      const { journal } = await openOn(disk, { settings: { ...SETTINGS, compress } });
      const sent = new Map<number, string>();
      for (let index = 0; index < 40; index += 1) {
        const texts = Array.from({ length: 1 + random.below(3) }, () =>
          `${random.next()}`.padEnd(random.below(500), "x"),
        );
        const answer = await journal.append(random.pick(LANES), frames(...texts));
        if (answer.ok) texts.forEach((text, offset) => void sent.set(answer.value.first + offset, text));
      }
      await journal.upkeepIdle();
      await journal.close();

      const flips = 1 + random.below(4);
      for (let flip = 0; flip < flips; flip += 1) {
        const node = disk.node(random.pick(disk.paths()));
        node.flipBit(random.below(node.size()), random.below(8));
      }
      const again = await openOn(disk, { settings: { ...SETTINGS, compress: false } });
      const found = await readAll(again.journal);
      for (const { position, body } of found)
        expect(body.toString(), `seed ${seed}`).toBe(sent.get(position));
      const { damaged } = await again.journal.verify();
      const isThere = new Set(found.map((frame) => frame.position));
      const lost = [...sent.keys()].filter((position) => !isThere.has(position));
      if (lost.length > 0) expect(damaged.length, `seed ${seed}: ${lost} lost in silence`).toBeGreaterThan(0);
      const named = damaged.reduce((sum, range) => sum + (range.frames ?? lost.length), 0);
      expect(named, `seed ${seed}: ${JSON.stringify(damaged)}`).toBeGreaterThanOrEqual(lost.length);
      expect(damaged.length, `seed ${seed}: every flip is noticed`).toBeGreaterThan(0);
    }
  });
}
