import { startServer } from "../../src/cli/serve/start-server.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { silentLog } from "../../src/platform/log.ts";
import { systemRandomness } from "../../src/platform/secrets.ts";
import { testConfig } from "../support/test-config.ts";

/** The server on a database and a folder that are there already; kills itself when it reaches a point for the nth time. */
const [databaseUrl = "", dataFolder = "", point = "", nth = "1"] = process.argv.slice(2);
let left = Number(nth);
const reach = (reached: string) => {
  if (reached !== point) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, "SIGKILL");
};
const server = await startServer(
  testConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataFolder, WAREHOUSE_SYNCS_PER_HOUR: 0 }),
  {
    ...{ clock: systemClock, randomness: systemRandomness, log: silentLog, reach },
    tuning: { loader: { gatherMs: 5, gatherMsMax: 10, bulkGatherMsMax: 10 } },
  },
);
process.stdout.write(`ready on ${server.localUrl}\n`);
process.once("SIGTERM", () => void server.close().then(() => process.exit(0)));
