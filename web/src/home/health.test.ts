import { expect, test } from "vitest";
import { importsHealth, lagHealth, migrationsHealth } from "./health.ts";

const NOW_MS = Date.parse("2026-06-10T00:00:00Z");
const HOURLY = 3_600_000_000_000;
const one = (state: "IDLE" | "PAUSED" | "RUNNING" | "ATTENTION", hoursAgo = 1) => ({
  ...{ state, run_every: HOURLY, created: "2026-06-01T00:00:00Z" },
  last_dispatch: NOW_MS - hoursAgo * 3_600_000,
});

test.each([
  [[], "None yet", "off"],
  [[one("IDLE"), one("PAUSED")], "1 healthy", "ok"],
  [[one("PAUSED")], "Paused", "off"],
  [[one("IDLE"), one("RUNNING")], "1 running", "running"],
  [[one("IDLE"), one("ATTENTION"), one("IDLE", 5)], "2 failing", "bad"],
])("imports %#: %s", (imports, word, tone) => {
  expect(importsHealth(imports, NOW_MS)).toMatchObject({ word, tone });
});

test("a migration is said as the list of migrations says it, and a dry run is none", () => {
  const jobs = [
    { state: "running", source_tool: "amplitude", dry_run: true },
    { state: "completed_with_errors", source_tool: "amplitude", dry_run: false },
  ] as const;
  expect(migrationsHealth(jobs)).toEqual({
    ...{ tone: "warn", word: "Completed with errors", detail: "The latest, from Amplitude" },
  });
});

test("what waits less than a second is no lag, and more than a minute is warned of", () => {
  const lag = (waitingMs: number) => lagHealth({ parts: { loader: { lanes: { live: { waitingMs } } } } });
  expect([lag(900).word, lag(5_000).word, lag(180_000)]).toMatchObject([
    "None",
    "5 s",
    { tone: "warn", word: "3 min" },
  ]);
});
