import type { ProjectScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { summaryKey } from "../page/summaries.ts";
import type { Busy, ChangeDictionary } from "../schemas/change-dictionary.ts";
import { type Difference, findDifferences } from "../schemas/difference.ts";
import { entriesStore } from "../schemas/entries-store.ts";
import { entriesWriter, type WrittenRow } from "../schemas/entries-writer.ts";
import { toColumns, toSchema } from "../schemas/entry-row.ts";
import { DICTIONARY_MAX } from "../schemas/limits.ts";
import { toSchemaJson } from "../schemas/schema-json.ts";
import type { EntryRef, Schema } from "../schemas/types.ts";
import { checkRoom, type TooLarge } from "../schemas/upload-entries.ts";
import type { CsvFault } from "./read-csv.ts";

/** What an import says of one entry, applied to what is stored of it. */
export type ImportedEntry = EntryRef & {
  apply(stored: Schema | undefined): Result<Schema | undefined, CsvFault>;
};
export type Import = { entries: readonly ImportedEntry[]; truncate: boolean; isDryRun: boolean };

export type EntryChange = EntryRef & { change: "added" | "changed" | "removed"; difference: Difference[] };
export type ImportReport = {
  isDryRun: boolean;
  added: number;
  changed: number;
  removed: number;
  unchanged: number;
  /** The first so many of them. */
  changes: EntryChange[];
};
export type ImportFailure = Busy | TooLarge | CsvFault;

const PIECE = 200;
export const CHANGES_SHOWN = 500;

/**
 * Imports entries, all or nothing, and tells what differs. A dry run goes the same way and is taken back at its end: what it finds is
 * what the import would do.
 */
export async function importEntries(
  { change }: { change: ChangeDictionary },
  scope: ProjectScope,
  { truncate, isDryRun, ...given }: Import,
): Promise<Result<ImportReport, ImportFailure>> {
  const { projectId } = scope;
  // Where nothing stays of what was, an entry of which nothing is said is none.
  const entries = truncate ? given.entries.filter(saysSomething) : given.entries;
  const report: ImportReport = { isDryRun, added: 0, changed: 0, removed: 0, unchanged: 0, changes: [] };
  type Outcome = Result<ImportReport, ImportFailure | { code: "dry_run" }>;
  const outcome = await change(scope, async (tx, { author, record }): Promise<Outcome> => {
    const writer = entriesWriter(tx, projectId, author);
    const store = entriesStore(tx);
    if (truncate) {
      const named = new Set(entries.map(summaryKey));
      const gone = (await store.listNames(projectId)).filter((ref) => !named.has(summaryKey(ref)));
      await writer.remove({ except: entries });
      report.removed = gone.length;
      for (const ref of gone) note(report, { ...ref, change: "removed", difference: [] });
    }
    for (let from = 0; from < entries.length; from += PIECE) {
      const piece = entries.slice(from, from + PIECE);
      const found = await store.findRows(projectId, piece);
      const rows = planRows(piece, found, truncate, report);
      if (!rows.ok) return rows;
      await writer.write(rows.value);
    }
    const room = await checkRoom(tx, projectId);
    if (!room.ok) return room;
    if (isDryRun) return fail({ code: "dry_run" });
    const { changes, isDryRun: _isDryRun, ...after } = report;
    await record({ action: "dictionary.import", after: { truncate, ...after } });
    return ok(report);
  });
  return !outcome.ok && outcome.failure.code === "dry_run"
    ? ok(report)
    : (outcome as Result<ImportReport, ImportFailure>);
}

function saysSomething({ apply }: ImportedEntry): boolean {
  const applied = apply(undefined);
  return !applied.ok || applied.value !== undefined;
}

type StoredRows = Awaited<ReturnType<ReturnType<typeof entriesStore>["findRows"]>>;

function planRows(
  entries: readonly ImportedEntry[],
  found: StoredRows,
  truncate: boolean,
  report: ImportReport,
): Result<WrittenRow[], TooLarge | CsvFault> {
  const stored = new Map(
    found.map((row) => [summaryKey({ entityType: row.entity_type, name: row.name }), row]),
  );
  const written: WrittenRow[] = [];
  for (const { entityType, name, apply } of entries) {
    const row = stored.get(summaryKey({ entityType, name }));
    const before = row?.is_present ? toSchema(row) : undefined;
    const after = apply(truncate ? undefined : before);
    if (!after.ok) return after;
    if (after.value === undefined) continue;
    const columns = toColumns(entityType, after.value);
    if (columns.bytes > DICTIONARY_MAX.entryBytes)
      return fail({ code: "entry_too_large", name, most: DICTIONARY_MAX.entryBytes });
    const difference = findDifferences(before ? toSchemaJson(before) : {}, toSchemaJson(after.value));
    // The order of keys is no difference; an entry without any content is one more than none.
    if (before !== undefined && difference.length === 0) {
      report.unchanged += 1;
      continue;
    }
    const kind = before === undefined ? "added" : "changed";
    report[kind] += 1;
    note(report, { entityType, name, change: kind, difference });
    written.push({
      entityType,
      name,
      version: (row?.version ?? 0) + 1,
      isKnown: row !== undefined,
      ...columns,
    });
  }
  return ok(written);
}

function note({ changes }: ImportReport, change: EntryChange): void {
  if (changes.length < CHANGES_SHOWN) changes.push(change);
}
