import { afterAll, expect, test } from "vitest";
import { TEMPLATE } from "../support/test-config.ts";
import { createDatabase } from "../support/test-server.ts";
import { runHistory } from "./history.ts";
import { atPoint, type Life } from "./kills.ts";
import { killProcesses } from "./server-process.ts";
import { SMALL } from "./sizes.ts";

afterAll(killProcesses);

/** A sample of every kind; `npm run test:crash` goes through all points many times. */
const LIVES: Life[] = [
  atPoint("after-sync", 3),
  atPoint("store.column_added", 1),
  { end: "work", afterMs: 1_000 },
  { ...atPoint("store.rows_loaded", 2), damage: { file: "store", how: "flip", seed: 3 } },
  atPoint("recovery-copied", 1),
  atPoint("rotation-created", 2),
  { ...atPoint("store.set_aside", 1), damage: { file: "store", how: "header", seed: 1 } },
  atPoint("compression-renamed", 1),
  atPoint("store.after_commit", 3),
  { end: "stop", afterMs: 10, damage: { file: "log", how: "truncate", seed: 2 } },
  atPoint("store.compaction_step", 1),
  { end: "start", afterMs: 900 },
];

test(`${LIVES.length} kills while clients write: every acknowledged event is there once, and nothing else`, async () => {
  const databaseUrl = await createDatabase(TEMPLATE);
  const history = await runHistory({ seed: 7, databaseUrl, clients: 3, lives: LIVES, sizes: SMALL });
  const { lost, doubled, foreign, changed, torn, acknowledged } = history.findings;
  const nothing = { lost: [], doubled: [], foreign: [], changed: [], torn: [], faults: [], unreached: [] };
  const { faults, unreached } = history;
  expect({ lost, doubled, foreign, changed, torn, faults, unreached }).toEqual(nothing);
  expect(acknowledged).toBeGreaterThan(500);
});
