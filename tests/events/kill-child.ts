import { openDuckdbStore, type StoreCrashPoint } from "../../src/events/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import { LANES, randomHistory } from "./random-history.ts";

/** Applies a history step by step, says each step it has done, and kills itself when it reaches a point for the nth time. */
const [folder = "", seed = "1", point = "", nth = "1"] = process.argv.slice(2);
const history = randomHistory(Number(seed));
let left = Number(nth);
const reach = (reached: StoreCrashPoint) => {
  if (reached !== point) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, "SIGKILL");
};
const store = await openDuckdbStore({ folder, log: silentLog, reach, settings: { logBytesMax: 4_000 } });
for (let upTo = 1; upTo <= history.last; upTo += 2) {
  for (const lane of LANES) {
    const applied = await store.apply(1, lane, history.script.changes[lane], upTo);
    if (!applied.ok) throw new Error(applied.failure.code);
    process.stdout.write(`${lane} ${upTo}\n`);
  }
  if (upTo % 8 === 1) await store.compact(1, { force: true });
  if (upTo % 8 === 5) await store.snapshotTo(1, `${folder}/snapshot`);
}
await store.close();
process.stdout.write("done\n");
