import { expect, test } from "vitest";
import { checkConformance } from "./conformance.ts";

// CONFORMANCE_SEED=17 npx vitest run tests/dictionary/conformance.long.test.ts
const RUNS = process.env.TRIBUTARY_TEST_LONG === "1" ? 20_000 : 200;
const SEED = Number(process.env.CONFORMANCE_SEED ?? 11);
const TIMEOUT_MS = 60_000 + RUNS * 100;

test(
  `of ${RUNS} schemas every door finds what ajv finds, whichever way it reads the records`,
  async () => {
    await expect(checkConformance(RUNS, SEED)).resolves.toBeUndefined();
  },
  TIMEOUT_MS,
);
