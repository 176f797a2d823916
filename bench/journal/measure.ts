import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Journal, type JournalSettings, openJournal } from "../../src/journal/index.ts";
import { silentLog } from "../../src/platform/log.ts";

export const EVENTS_PER_BODY = 2_000;

export const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((left, right) => left - right)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? 0;

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** A folder on the disk under test: set TMPDIR to choose the disk. */
export async function withFolder<Value>(use: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), "bench-journal-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function openForBench(
  folder: string,
  settings: Partial<JournalSettings> = {},
): Promise<Journal> {
  const opened = await openJournal({
    folder: join(folder, "journal"),
    log: silentLog,
    settings,
    onFatal: (error) => {
      throw error;
    },
  });
  if (!opened.ok) throw new Error(opened.failure.code);
  return opened.value;
}

export async function timed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1_000;
}
