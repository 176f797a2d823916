import { afterAll, test } from "vitest";
import { killProcesses } from "../data-path/server-process.ts";
import { killWhileWriting } from "./kill-while-writing.ts";

const KILLS = Number(process.env.PROFILE_KILLS ?? 200);

afterAll(killProcesses);

test(`${KILLS} kills while updates of profiles are written and applied`, () =>
  killWhileWriting(KILLS, Number(process.env.PROFILE_SEED ?? Date.now() % 1_000_000)));
