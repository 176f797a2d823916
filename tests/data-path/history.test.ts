import { afterAll, expect, test } from "vitest";
import { TEMPLATE } from "../support/test-config.ts";
import { createDatabase } from "../support/test-server.ts";
import { runHistory } from "./history.ts";
import { atPoint, LEAVING_A_TAIL, type Life } from "./kills.ts";
import { killProcesses } from "./server-process.ts";
import { SMALL } from "./sizes.ts";

afterAll(killProcesses);

const AT_WORK: Life[] = [
  atPoint("after-sync", 3),
  atPoint("store.column_added", 1),
  LEAVING_A_TAIL,
  atPoint("recovery-copied", 1),
  atPoint("rotation-created", 2),
  atPoint("compression-renamed", 1),
  atPoint("store.after_commit", 3),
  { end: "work", afterMs: 1_000 },
  { end: "stop", afterMs: 10 },
  { end: "start", afterMs: 900 },
  atPoint("store.compaction_step", 1),
];
const DAMAGED: Life[] = [
  { end: "work", afterMs: 1_500 },
  { ...atPoint("store.rows_loaded", 2), damage: { file: "log", how: "truncate", seed: 2 } },
  { end: "work", afterMs: 1_000, damage: { file: "store", how: "flip", seed: 3 } },
  { ...atPoint("store.set_aside", 1), damage: { file: "store", how: "header", seed: 1 } },
];
const NOTHING = { lost: [], doubled: [], foreign: [], changed: [], torn: [], faults: [], unreached: [] };

/** A sample of every kind; `npm run test:crash` goes through all of them many times. */
test.each([
  { what: "kills at work", lives: AT_WORK, seed: 7 },
  { what: "kills and damaged store files", lives: DAMAGED, seed: 8 },
])(
  "after $lives.length $what every acknowledged event is there once, and nothing else",
  async ({ lives, seed }) => {
    const databaseUrl = await createDatabase(TEMPLATE);
    const { findings, faults, unreached } = await runHistory({
      seed,
      databaseUrl,
      clients: 3,
      lives,
      sizes: SMALL,
    });
    const { lost, doubled, foreign, changed, torn, acknowledged } = findings;
    expect({ lost, doubled, foreign, changed, torn, faults, unreached }).toEqual(NOTHING);
    // A history in which little happens would be sound as well.
    expect(acknowledged).toBeGreaterThan(300);
  },
  600_000,
);
