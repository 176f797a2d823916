import { writeSync } from "node:fs";
import { startServer } from "../../src/cli/serve/start-server.ts";
import { DEFAULT_SETTINGS as STORE_SETTINGS } from "../../src/events/duckdb/settings.ts";
import { DEFAULT_SETTINGS as JOURNAL_SETTINGS } from "../../src/journal/settings.ts";
import { DEFAULT_LOADER_SETTINGS } from "../../src/loader/index.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { createLog } from "../../src/platform/log.ts";
import { systemRandomness } from "../../src/platform/secrets.ts";
import { FIRST_ACCOUNT, testConfig } from "../support/test-config.ts";
import type { ChildOptions } from "./server-process.ts";

// node server-child.ts '<ChildOptions as JSON>'
// The whole server. It kills itself at the named point, or is killed, or stops in order on SIGTERM.
const options: ChildOptions = JSON.parse(process.argv[2] ?? "{}");
const { dataFolder, databaseUrl, crash, sizes } = options;

// Rotation, compression, checkpoints and compaction take hundreds of megabytes to come about by themselves. The server has
// no setting for these sizes, so the presets themselves are changed, in this process only.
Object.assign(JOURNAL_SETTINGS, sizes.journal);
Object.assign(STORE_SETTINGS, sizes.store);
Object.assign(DEFAULT_LOADER_SETTINGS, sizes.loader);

// The parent died without a word: nobody is left who would stop this one.
process.once("disconnect", () => process.exit(1));

let reached = 0;
/** The last moments that came up, for whoever wonders why another did not. */
const moments: string[] = [];
process.on("SIGUSR2", () => process.stderr.write(`at ${now()}, after ${moments.join(", ")}\n`));
const now = () => `${Math.round(performance.now())} ms`;

const config = {
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataFolder,
  BOOTSTRAP_SERVICE_ACCOUNT: FIRST_ACCOUNT,
  ...options.config,
};
const server = await startServer(testConfig(config), {
  clock: systemClock,
  randomness: systemRandomness,
  log: createLog({ level: "warn", format: "json", destination: process.stderr }),
  verifyAnswers: true,
  reach(point) {
    moments.push(`${point} ${now()}`);
    if (moments.length > 30) moments.shift();
    if (point !== crash?.point) return;
    reached += 1;
    if (reached === crash.nth) process.kill(process.pid, "SIGKILL");
  },
});
void server.broken.then((reason) => {
  process.stderr.write(`${reason}\n`);
  process.exit(3);
});
process.once("SIGTERM", () => void server.close().then(() => process.exit(0)));
writeSync(1, `ready ${server.localUrl}\n`);
