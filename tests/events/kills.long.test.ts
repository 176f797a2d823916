import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { STORE_CRASH_POINTS } from "../../src/events/index.ts";
import { seededRandom } from "../support/random.ts";
import { expectSame } from "./history.ts";
import { Model } from "./model.ts";
import { LANES, randomHistory } from "./random-history.ts";
import { newFolder, openStore } from "./support.ts";

// EVENTS_SEED=17 EVENTS_KILLS=1 npx vitest run tests/events/kills.long.test.ts
const KILLS = Number(process.env.EVENTS_KILLS ?? (process.env.TRIBUTARY_TEST_LONG === "1" ? 300 : 10));
const FIRST = Number(process.env.EVENTS_SEED ?? 1);
const CHILD = fileURLToPath(new URL("kill-child.ts", import.meta.url));
/** Setting aside needs a damaged file, which the child has none of. */
const POINTS = STORE_CRASH_POINTS.filter((point) => point !== "store.set_aside");

type Step = { lane: string; upTo: number };

/** Runs the child until it dies. Answers the steps it said it had done, and whether it came to the end alive. */
async function runChild(folder: string, ...args: string[]): Promise<{ steps: Step[]; finished: boolean }> {
  const child = spawn(process.execPath, [CHILD, folder, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  await new Promise((resolve) => child.once("close", resolve));
  const lines = output.split("\n").slice(0, -1);
  const steps = lines
    .filter((line) => line !== "done")
    .map((line) => line.split(" "))
    .map(([lane = "", upTo]) => ({ lane, upTo: Number(upTo) }));
  return { steps, finished: lines.at(-1) === "done" };
}
/** Enough on a machine that is busy with other things. */
const TIMEOUT_MS = 60_000 + KILLS * 15_000;

test(
  `${KILLS} processes killed at named points leave whole applies`,
  async () => {
    let killed = 0;
    for (let seed = FIRST; seed < FIRST + KILLS; seed += 1) {
      const random = seededRandom(seed);
      const point = POINTS[seed % POINTS.length] ?? "";
      const folder = await newFolder();
      const { steps, finished } = await runChild(folder, String(seed), point, String(1 + random.below(4)));
      if (!finished) killed += 1;

      const { store, asides } = await openStore(folder);
      const history = randomHistory(seed);
      const { changes, script, last } = history;
      const positions = await store.positions(1);
      const model = new Model();
      // What was said to be done is there; of the step it died in, all or nothing.
      for (const { lane, upTo } of steps) {
        expect(positions[lane] ?? 0).toBeGreaterThanOrEqual(upTo);
        model.apply(lane, changes[lane as "live"], upTo);
      }
      for (const lane of LANES) model.apply(lane, changes[lane], positions[lane] ?? 0);
      await expectSame(store, 1, model, history);
      for (const lane of LANES) {
        await store.apply(1, lane, script.changes[lane], last);
        model.apply(lane, changes[lane], last);
      }
      await expectSame(store, 1, model, history);
      expect([asides, await store.verify(1)]).toEqual([[], null]);
      await store.close();
    }
    if (KILLS >= 10) expect(killed).toBeGreaterThan(KILLS / 2);
  },
  TIMEOUT_MS,
);
