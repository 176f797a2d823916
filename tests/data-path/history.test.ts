import { afterAll, expect, test } from "vitest";
import { seededRandom } from "../support/random.ts";
import { TEMPLATE } from "../support/test-config.ts";
import { createDatabase } from "../support/test-server.ts";
import { runHistory } from "./history.ts";
import { planLives } from "./kills.ts";
import { killServerProcesses } from "./server-process.ts";
import { SMALL } from "./sizes.ts";

afterAll(killServerProcesses);

test("kills while clients write: every acknowledged event is there once, and nothing else", async () => {
  const history = await runHistory({
    seed: 20_260_131,
    databaseUrl: await createDatabase(TEMPLATE),
    clients: 4,
    lives: planLives(seededRandom(7), 6, 0),
    sizes: SMALL,
    onLife: (_life, how) => process.stdout.write(`${how}\n`),
  });
  const { lost, doubled, foreign, changed, torn, ...counts } = history.findings;
  process.stdout.write(`${JSON.stringify({ ...history, findings: counts }, null, 1)}\n`);
  expect({ lost, doubled, foreign, changed, torn, faults: history.faults }).toEqual({
    lost: [],
    doubled: [],
    foreign: [],
    changed: [],
    torn: [],
    faults: [],
  });
});
