import { expect, test } from "vitest";
import { playHistory } from "./history.ts";
import { randomHistory } from "./random-history.ts";
import { newFolder, openStore } from "./support.ts";

// EVENTS_SEED=17 EVENTS_HISTORIES=1 npx vitest run tests/events/history.long.test.ts
const isLong = process.env.TRIBUTARY_TEST_LONG === "1";
const HISTORIES = Number(process.env.EVENTS_HISTORIES ?? (isLong ? 3_000 : 20));
const FIRST = Number(process.env.EVENTS_SEED ?? 1);
/** Enough on a machine that is busy with other things. */
const TIMEOUT_MS = 60_000 + HISTORIES * 15_000;

test(
  `${HISTORIES} random histories end as the model says, in whatever order the lanes come`,
  async () => {
    const folder = await newFolder();
    let { store } = await openStore(folder);
    for (let seed = FIRST; seed < FIRST + HISTORIES; seed += 1) {
      try {
        store = await playHistory(store, seed, randomHistory(seed), seed, async (current, random) => {
          const dice = random.below(30);
          if (dice === 0) await current.checkpoint(seed);
          else if (dice === 1) await current.compact(seed, { force: true });
          else if (dice === 2) {
            await current.close();
            return (await openStore(folder)).store;
          }
          return current;
        });
        expect(await store.verify(seed)).toBeNull();
        await store.dropProject(seed);
      } catch (error) {
        throw new Error(`history ${seed}`, { cause: error });
      }
    }
  },
  TIMEOUT_MS,
);
