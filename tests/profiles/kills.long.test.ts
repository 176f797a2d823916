import { afterAll, test } from "vitest";
import { killProcesses } from "../data-path/server-process.ts";
import { killWhileWriting } from "./kill-while-writing.ts";

// PROFILE_SEED=17 PROFILE_KILLS=30 npx vitest run tests/profiles/kills.long.test.ts
const KILLS = Number(process.env.PROFILE_KILLS ?? (process.env.TRIBUTARY_TEST_LONG === "1" ? 200 : 4));
const SEED = Number(process.env.PROFILE_SEED ?? 5);

afterAll(killProcesses);

test(`a server that is killed ${KILLS} times while it writes applies every answered update, and none twice`, () =>
  killWhileWriting(KILLS, SEED));
