import { expect, test } from "vitest";
import { runHistory } from "./history.ts";

// JOURNAL_HISTORIES=20000 npx vitest run tests/journal/history.long.test.ts
const isLong = process.env.TRIBUTARY_TEST_LONG === "1";
const HISTORIES = Number(process.env.JOURNAL_HISTORIES ?? (isLong ? 5_000 : 300));

test(`${HISTORIES} random histories of appends, faults, crashes and reopenings keep what was acknowledged`, async () => {
  const total = { appends: 0, acknowledged: 0, refused: 0, kills: 0, powerLosses: 0, fatal: 0 };
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const figures = await runHistory(seed);
    total.appends += figures.appends;
    total.acknowledged += figures.acknowledged;
    total.refused += figures.refused;
    total.kills += figures.kills;
    total.powerLosses += figures.powerLosses;
    total.fatal += figures.fatal;
  }
  if (isLong) process.stdout.write(`histories ${HISTORIES}: ${JSON.stringify(total)}\n`);
  // A suite that stopped meeting these would still be green.
  expect(total.acknowledged).toBeGreaterThan(HISTORIES * 10);
  expect(total.refused).toBeGreaterThan(HISTORIES / 2);
  expect(total.powerLosses).toBeGreaterThan(HISTORIES);
  expect(total.fatal).toBeGreaterThan(HISTORIES / 10);
});
