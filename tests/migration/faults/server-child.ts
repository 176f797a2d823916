import { startServer } from "../../../src/cli/serve/start-server.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { silentLog } from "../../../src/platform/log.ts";
import { systemRandomness } from "../../../src/platform/secrets.ts";
import { testConfig } from "../../support/test-config.ts";

// The server whose life and memory are looked at. Started with `fork`.

type Start = { id: number; databaseUrl: string; dataFolder: string; originUrl: string };

process.once("message", async ({ id, databaseUrl, dataFolder, originUrl }: Start) => {
  const server = await startServer(
    testConfig({
      ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataFolder },
      ...{ AMPLITUDE_EXPORT_URL: originUrl, MIXPANEL_EXPORT_URL: originUrl },
    }),
    {
      ...{ clock: systemClock, randomness: systemRandomness, log: silentLog },
      tuning: {
        migrationRetry: { firstMs: 5, mostMs: 10, triesMax: 2, forMs: 2_000 },
        migrationTimes: { connectMs: 1_000, answerMs: 1_000, idleMs: 1_000, wholeMs: 2_000 },
        loader: { gatherMs: 5, gatherMsMax: 10, bulkGatherMsMax: 10 },
      },
    },
  );
  process.once("message", async ({ id: last }: { id: number }) => {
    await server.close();
    process.send?.({ id: last });
  });
  process.send?.({ id, url: server.localUrl });
});
process.once("disconnect", () => process.exit());
process.send?.({ id: 0 });
