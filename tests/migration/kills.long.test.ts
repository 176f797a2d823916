import { afterAll, expect, test } from "vitest";
import { killProcesses } from "../data-path/server-process.ts";
import { runKilled } from "./kills.ts";

afterAll(killProcesses);

/** A million events, a hundred kills in one migration. */
const SIZE = { seed: 3, days: 30, eventsPerHour: 1400 };

test("a hundred kills in a migration of a million events change nothing", async () => {
  const quiet = await runKilled({ ...SIZE, kills: 0 });
  const killed = await runKilled({ ...SIZE, kills: 100 });
  expect(quiet.events.exported).toBe(SIZE.days * 24 * SIZE.eventsPerHour);
  expect(killed.kills).toBe(100);
  expect({ ...killed, kills: 0 }).toEqual(quiet);
});
