import { afterAll, expect, test } from "vitest";
import { killProcesses } from "../data-path/server-process.ts";
import { runKilled } from "./kills.ts";

const isLong = process.env.TRIBUTARY_TEST_LONG === "1";
/** In full a million events. */
const SIZE = isLong ? { seed: 3, days: 30, eventsPerHour: 1400 } : { seed: 1, days: 3, eventsPerHour: 300 };
const KILLS = isLong ? 100 : 3;

afterAll(killProcesses);

test(`a server that is killed up to ${KILLS} times in a migration ends with what one that lives brings`, async () => {
  const quiet = await runKilled({ ...SIZE, kills: 0 });
  const killed = await runKilled({ ...SIZE, kills: KILLS });
  // Twice at moments of its own choice, and at least once at ours.
  expect(killed.kills).toBeGreaterThan(2);
  const lines = SIZE.days * 24 * SIZE.eventsPerHour;
  expect(quiet.events).toMatchObject({
    exported: lines,
    loaded: lines * 0.99,
    duplicates: lines * 0.01,
    in_flight: 0,
  });
  expect(quiet.content.count).toBe(lines * 0.99);
  expect(quiet.takenBack).toMatchObject({ count: 0, profiles: quiet.content.profiles });
  expect({ ...killed, kills: 0 }).toEqual(quiet);
});
