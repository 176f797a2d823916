import { expect } from "vitest";
import {
  BEFORE_FIRST,
  type DamagedRange,
  type Frame,
  type Journal,
  type JournalOptions,
  type Lane,
  openJournal,
  type ReadOptions,
} from "../../src/journal/index.ts";
import { createFaultyDisk, type FaultPlan, type FaultyDisk } from "../../src/journal/testing/faulty-disk.ts";
import { seededRandom } from "../../src/journal/testing/random.ts";
import { syncCodec } from "../../src/journal/testing/sync-codec.ts";
import { silentLog } from "../../src/platform/log.ts";

export const FOLDER = "/data/journal";
export const newDisk = (seed = 1): FaultyDisk => createFaultyDisk(seededRandom(seed));

export type Opened = { journal: Journal; damaged: DamagedRange[]; fatal: unknown[]; kill(): void };

/** Opens a journal on a disk in memory, uncompressed unless asked otherwise. */
export async function openOn(
  disk: FaultyDisk,
  options: Partial<JournalOptions> & { plan?: FaultPlan } = {},
): Promise<Opened> {
  const { plan, ...rest } = options;
  const run = disk.startRun(plan);
  const damaged: DamagedRange[] = [];
  const fatal: unknown[] = [];
  const opened = await openJournal({
    folder: FOLDER,
    log: silentLog,
    files: run.files,
    codec: syncCodec,
    onFatal: (error) => fatal.push(error),
    onDamage: (range) => damaged.push(range),
    ...rest,
    settings: { compress: false, quietMs: 0, ...rest.settings },
  });
  if (!opened.ok) throw new Error(opened.failure.code);
  return { journal: opened.value, damaged, fatal, kill: run.kill };
}

/** Appends texts as frames of one append and expects them to be accepted. */
export async function put(journal: Journal, lane: Lane, ...texts: string[]): Promise<void> {
  const answer = await journal.append(lane, frames(...texts));
  expect(answer).toMatchObject({ ok: true });
}

export const frames = (...texts: string[]): { kind: number; project: number; body: Buffer }[] =>
  texts.map((text) => ({ kind: 1, project: 7, body: Buffer.from(text) }));

export async function readAll(journal: Journal, options: Partial<ReadOptions> = {}): Promise<Frame[]> {
  const found: Frame[] = [];
  for await (const frame of journal.read({ after: BEFORE_FIRST, ...options })) found.push(frame);
  return found;
}

export const texts = async (journal: Journal, options: Partial<ReadOptions> = {}): Promise<string[]> =>
  (await readAll(journal, options)).map((frame) => frame.body.toString());

/** The one file of a disk whose name matches. */
export function fileOn(disk: FaultyDisk, part: string): string {
  const found = disk.paths().filter((path) => path.includes(part));
  expect(found).toHaveLength(1);
  return found[0] ?? "";
}

/** Flips a bit in the middle of the given text, wherever it lies in the file. */
export function rot(disk: FaultyDisk, path: string, text: string): number {
  const node = disk.node(path);
  const bytes = Buffer.alloc(node.size());
  node.read(bytes, 0);
  const offset = bytes.indexOf(text) + Math.floor(text.length / 2);
  node.flipBit(offset, 3);
  return offset;
}
