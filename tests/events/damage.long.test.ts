import { expect, test } from "vitest";
import { runDamage } from "./damage.ts";

// EVENTS_SEED=17 EVENTS_DAMAGES=1 npx vitest run tests/events/damage.long.test.ts
const isLong = process.env.TRIBUTARY_TEST_LONG === "1";
const DAMAGES = Number(process.env.EVENTS_DAMAGES ?? (isLong ? 200 : 20));
const FIRST = Number(process.env.EVENTS_SEED ?? 1);
/** Enough on a machine that is busy with other things. */
const TIMEOUT_MS = 60_000 + DAMAGES * 15_000;

test(
  `a file damaged in ${DAMAGES} places is right as far as it says, or is set aside and made anew`,
  async () => {
    let aside = 0;
    for (let seed = FIRST; seed < FIRST + DAMAGES; seed += 1) if (await runDamage(seed)) aside += 1;
    // Most places matter. A suite that damaged nothing would still be green.
    if (DAMAGES >= 20) expect(aside).toBeGreaterThan(DAMAGES / 4);
  },
  TIMEOUT_MS,
);
