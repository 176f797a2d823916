import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Journal, openJournal } from "../journal/index.ts";
import { silentLog } from "../platform/log.ts";
import { createLaneReader } from "./read-ahead.ts";

const BODY_BYTES = 100;

async function withJournal(work: (journal: Journal) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "read-ahead-"));
  const opened = await openJournal({
    folder,
    log: silentLog,
    onFatal: (error) => expect.unreachable(String(error)),
  });
  if (!opened.ok) throw new Error(opened.failure.code);
  try {
    await work(opened.value);
  } finally {
    await opened.value.close();
    await rm(folder, { recursive: true });
  }
}

async function append(journal: Journal, count: number): Promise<void> {
  const frames = Array.from({ length: count }, () => ({
    kind: 1,
    project: 1,
    body: Buffer.alloc(BODY_BYTES),
  }));
  expect((await journal.append("bulk", frames)).ok).toBe(true);
}

test("what came in after a batch was read ahead goes along with it, up to the size of a batch", async () => {
  await withJournal(async (journal) => {
    await append(journal, 5);
    const reader = createLaneReader(journal, "bulk");
    const first = await reader.read(0, 3 * BODY_BYTES);
    expect([first.frames.length, first.caughtUp]).toEqual([3, false]);
    await expect.poll(() => reader.waitingBytes()).toBe(2 * BODY_BYTES);
    await append(journal, 4);
    expect(reader.waitingBytes()).toBeGreaterThanOrEqual(6 * BODY_BYTES);
    const second = await reader.read(first.reached, 4 * BODY_BYTES);
    expect([second.frames.length, second.bytes, second.caughtUp]).toEqual([4, 4 * BODY_BYTES, false]);
    const third = await reader.read(second.reached, 4 * BODY_BYTES);
    expect([third.frames.length, third.caughtUp]).toEqual([2, true]);
    const positions = [first, second, third].flatMap(({ frames }) => frames.map(({ position }) => position));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(new Set(positions).size).toBe(9);
  });
});
