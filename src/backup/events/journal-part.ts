import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { fail, ok, type Result } from "../../platform/result.ts";
import { addFile, filesIn, restoreFiles } from "../entry-files.ts";
import { refuseOddEntries } from "../refuse-odd-entries.ts";
import type { BackupPart, BackupSink, PartRefusal } from "../types.ts";
import {
  describeFaults,
  type JournalRecord,
  POSITIONS,
  readJournalRecord,
  writeRecord,
} from "./journal-record.ts";
import { isSegment } from "./segment-names.ts";

type Findings = Pick<JournalRecord, "segments" | "frames" | "bytes" | "damaged" | "missing">;
type Snapshot = {
  position: number;
  synced: Record<string, number>;
  files: readonly { name: string; bytes: number }[];
};

/** What a backup asks of the journal. */
export type SavedJournal = {
  verify(signal?: AbortSignal): Promise<Findings>;
  withSnapshot<Value>(use: (snapshot: Snapshot) => Promise<Value>): Promise<Value>;
  upkeepIdle(): Promise<void>;
  close(): Promise<void>;
};

export type JournalPartDeps = {
  folder: string;
  /** Opens the journal in the folder, which mends what a crash left of its end. */
  open(): Promise<Result<SavedJournal, { version: number }>>;
  /** For what the operator should know although the work goes on. */
  tell(sentence: string): void;
  /** Told how far the journal reaches, once that is known. */
  onPosition?: (position: number) => void;
  signal?: AbortSignal | undefined;
};

/**
 * The segments of the journal, byte for byte: they carry checksums of their own, and closed ones are compressed already. What is
 * damaged in them stays as it is, and is on record: it is no reason to be without a backup of all the rest.
 */
export function journalPart(deps: JournalPartDeps): BackupPart {
  const { folder, tell } = deps;
  return {
    name: "journal",
    async write(sink) {
      if ((await filesIn(folder)) === undefined) return ok(undefined);
      // Twice: the first closes and compresses what a crash left open, the second finds what every later one will find.
      const settled = await withJournal(deps, async (journal) => {
        await journal.upkeepIdle();
        return ok(undefined);
      });
      return settled.ok ? withJournal(deps, (journal) => writeJournal(deps, journal, sink)) : settled;
    },
    async check(source) {
      if (source.entries.length === 0) return ok(undefined);
      if ((await readJournalRecord(source)) === undefined) {
        const sentence = `The backup holds a journal that this version cannot read. Use the version of Tributary that wrote it, or a later one.`;
        return fail({ code: "journal_newer", sentence });
      }
      return refuseOddEntries("journal", source, (name) => name === POSITIONS || isSegment(name));
    },
    async restore(source) {
      const record = await readJournalRecord(source);
      if (record === undefined) return ok(undefined);
      const segments = source.entries.map(({ name }) => name).filter(isSegment);
      await restoreFiles(
        source,
        folder,
        segments.map((name) => ({ entry: name, file: name })),
      );
      for (const fault of describeFaults(record)) tell(`The journal was saved with a fault: ${fault}.`);
      return withJournal(deps, async (journal) => compare(record, await examine(deps, journal)));
    },
  };
}

async function withJournal(
  { folder, open }: JournalPartDeps,
  use: (journal: SavedJournal) => Promise<Result<undefined, PartRefusal>>,
): Promise<Result<undefined, PartRefusal>> {
  const opened = await open();
  if (!opened.ok) {
    const sentence = `The journal in ${folder} was written by a newer Tributary (format ${opened.failure.version}). Use that one.`;
    return fail({ code: "journal_newer", sentence });
  }
  try {
    return await use(opened.value);
  } finally {
    await opened.value.close();
  }
}

async function writeJournal(
  deps: JournalPartDeps,
  journal: SavedJournal,
  sink: BackupSink,
): Promise<Result<undefined, PartRefusal>> {
  const record = await examine(deps, journal);
  const faults = describeFaults(record);
  if (record.frames === 0 && faults.length > 0) {
    const sentence = `Nothing in the journal can be read: ${faults[0]}. Keep the backup that was made before this one.`;
    return fail({ code: "journal_unreadable", sentence });
  }
  for (const fault of faults)
    deps.tell(`The journal has a fault: ${fault}. All else in it is in the backup.`);
  await sink.add(POSITIONS, [writeRecord(record)]);
  await journal.withSnapshot(async ({ files }) => {
    for (const { name, bytes } of files) {
      await addFile(sink, name, join(deps.folder, name), { bytes, asIs: true });
    }
  });
  return ok(undefined);
}

/** Reads all of it. */
async function examine(
  { signal, onPosition }: JournalPartDeps,
  journal: SavedJournal,
): Promise<JournalRecord> {
  const { segments, frames, bytes, damaged, missing } = await journal.verify(signal);
  const { position, synced } = await journal.withSnapshot(async (snapshot) => snapshot);
  onPosition?.(position);
  return { version: 1, position, lanes: { ...synced }, segments, frames, bytes, damaged, missing };
}

function compare(saved: JournalRecord, found: JournalRecord): Result<undefined, PartRefusal> {
  if (isDeepStrictEqual(saved, found)) return ok(undefined);
  const known = new Set(describeFaults(saved));
  const fault = describeFaults(found).find((one) => !known.has(one));
  const positions = `it ends at position ${found.position} with ${found.frames} frames instead of ${saved.position} with ${saved.frames}`;
  const sentence = `The journal did not come back as it was saved: ${fault ?? positions}. Nothing was restored. Restore on another disk, or use another backup.`;
  return fail({ code: "journal_differs", sentence });
}
