import { writeSync } from "node:fs";
import { errorCode } from "../../src/journal/files.ts";
import { type CrashPoint, LANES, openJournal } from "../../src/journal/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import { bodyOf } from "./kill-body.ts";

// node kill-child.ts <folder> <run> [<crash point> <how-manieth time>]
// Appends as fast as it can and writes one line per acknowledged append, until somebody kills it or it kills itself.
const [folder = "", run = "0", point, nth = "1"] = process.argv.slice(2);
let reached = 0;
// A crash point that is never reached must not fill the disk; the test misses the signal and says so.
const LIFE_MS = 20_000;
setTimeout(() => process.exit(1), LIFE_MS).unref();

const opened = await openJournal({
  folder,
  log: silentLog,
  settings: { segmentBytesMax: 150_000, blockBytes: 20_000, quietMs: 0 },
  onFatal: (error) => {
    throw error;
  },
  reach(at: CrashPoint) {
    if (at !== point) return;
    reached += 1;
    if (reached === Number(nth)) process.kill(process.pid, "SIGKILL");
  },
});
if (!opened.ok) throw new Error(opened.failure.code);
const journal = opened.value;

/** Written before anything else happens, so that no kill can come between. The pipe may be full for a moment. */
function say(line: string): void {
  for (;;) {
    try {
      writeSync(1, `${line}\n`);
      return;
    } catch (error) {
      if (errorCode(error) !== "EAGAIN") throw error;
    }
  }
}
say("ready");

async function appendForEver(client: number): Promise<void> {
  const lane = LANES[client % LANES.length] ?? "live";
  for (let count = 0; ; count += 1) {
    const name = `${run}.${client}.${count}`;
    const frames = [0, 1].map((index) => ({ kind: 1, project: 1, body: bodyOf(`${name}.${index}`) }));
    const answer = await journal.append(lane, frames);
    if (answer.ok) say(`${name} ${answer.value.first}`);
  }
}

await Promise.all([0, 1, 2, 3, 4, 5].map(appendForEver));
