import { afterAll, expect, test } from "vitest";
import { killProcesses } from "../data-path/server-process.ts";
import { runKilled } from "./kills.ts";

afterAll(killProcesses);

const SIZE = { seed: 1, days: 3, eventsPerHour: 300 };

test("a server that is killed again and again ends with what one that lives brings", async () => {
  const quiet = await runKilled({ ...SIZE, kills: 0 });
  const killed = await runKilled({ ...SIZE, kills: 3 });
  expect(killed.kills).toBeGreaterThan(0);
  const lines = SIZE.days * 24 * SIZE.eventsPerHour;
  expect(quiet.events).toMatchObject({
    exported: lines,
    loaded: lines * 0.99,
    duplicates: lines * 0.01,
    in_flight: 0,
  });
  expect(quiet.content.count).toBe(lines * 0.99);
  expect({ ...killed, kills: 0 }).toEqual(quiet);
});
