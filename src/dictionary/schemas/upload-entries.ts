import type { Kysely } from "kysely";
import type { ProjectScope } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { Busy, ChangeDictionary } from "./change-dictionary.ts";
import type { Upload } from "./check-upload.ts";
import { entriesStore } from "./entries-store.ts";
import { entriesWriter, type WrittenRow } from "./entries-writer.ts";
import { toColumns, toSchema } from "./entry-row.ts";
import { DICTIONARY_MAX, type SchemaUsage, type TooMany, type TooManyDeletions } from "./limits.ts";
import { mergeSchema } from "./merge-schema.ts";
import type { EntryDraft, EntryRef, Schema } from "./types.ts";

export type TooLarge =
  | { code: "entry_too_large"; name: string; most: number }
  | { code: "dictionary_full"; entriesMax: number; bytesMax: number };
export type UploadCounts = { added: number; deleted: number };
export type UploadFailure = Busy | TooMany | TooManyDeletions | TooLarge;

/**
 * Entries and properties merged and written at a time: others get their turn in between, and no statement holds all of a large
 * upload.
 */
const PIECE = 4000;

/** The entries' own versions tell the rest. */
const NAMED_IN_AUDIT = 100;

const keyOf = ({ entityType, name }: EntryRef): string => `${entityType} ${name}`;

/** Puts entries in the place of those of the same names; with `truncate`, of the whole dictionary. All or nothing. */
export async function uploadEntries(
  deps: { change: ChangeDictionary; usage: SchemaUsage },
  scope: ProjectScope,
  { entries, truncate }: Upload,
): Promise<Result<UploadCounts, UploadFailure>> {
  const allowed = deps.usage.write(scope.organizationId, countWrites(entries));
  if (!allowed.ok) return allowed;
  const { projectId } = scope;
  return deps.change(scope, async (tx, { author, record }): Promise<Result<UploadCounts, UploadFailure>> => {
    const writer = entriesWriter(tx, projectId, author);
    const deleted = truncate ? (await entriesStore(tx).measure(projectId)).entries : 0;
    const tooMany = checkDeletions(deps.usage, deleted);
    if (!tooMany.ok) return tooMany;
    const byKey = Map.groupBy(entries, keyOf);
    const refs = [...byKey.values()].flatMap(([first]) => first ?? []);
    if (truncate) await writer.remove({ except: refs });
    for (const piece of pieces(refs, byKey)) {
      const rows = await mergeRows(tx, projectId, piece, byKey, truncate);
      const large = rows.find(({ bytes }) => bytes > DICTIONARY_MAX.entryBytes);
      if (large) return fail({ code: "entry_too_large", name: large.name, most: DICTIONARY_MAX.entryBytes });
      await writer.write(rows);
    }
    await record({
      action: "dictionary.upload",
      ...(refs.length === 1 && refs[0] ? { target: refs[0] } : {}),
      after: { truncate, added: refs.length, deleted, entries: refs.slice(0, NAMED_IN_AUDIT).map(keyOf) },
    });
    const room = await checkRoom(tx, projectId);
    return room.ok ? ok({ added: refs.length, deleted }) : room;
  });
}

function* pieces(
  refs: readonly EntryRef[],
  drafts: ReadonlyMap<string, EntryDraft[]>,
): Generator<readonly EntryRef[]> {
  let piece: EntryRef[] = [];
  let size = 0;
  for (const ref of refs) {
    piece.push(ref);
    size += countWrites(drafts.get(keyOf(ref)) ?? []);
    if (size < PIECE) continue;
    yield piece;
    piece = [];
    size = 0;
  }
  if (piece.length > 0) yield piece;
}

/** The rows that change. One that says what is stored already needs no new version. */
async function mergeRows(
  tx: Kysely<ControlTables>,
  projectId: number,
  refs: readonly EntryRef[],
  drafts: ReadonlyMap<string, EntryDraft[]>,
  truncate: boolean,
): Promise<WrittenRow[]> {
  const found = await entriesStore(tx).findRows(projectId, refs);
  const stored = new Map(found.map((row) => [keyOf({ entityType: row.entity_type, name: row.name }), row]));
  return refs.flatMap(({ entityType, name }): WrittenRow[] => {
    const key = keyOf({ entityType, name });
    const row = stored.get(key);
    let schema: Schema | undefined = row?.is_present && !truncate ? toSchema(row) : undefined;
    // An entry given twice is merged twice, as if they had come one after the other.
    for (const draft of drafts.get(key) ?? []) schema = mergeSchema(schema, draft.schema);
    if (schema === undefined) return [];
    const columns = toColumns(entityType, schema);
    const isSame =
      row?.is_present &&
      row.body === columns.body &&
      row.metadata === columns.metadata &&
      row.namespace === columns.namespace;
    return isSame
      ? []
      : [{ entityType, name, version: (row?.version ?? 0) + 1, isKnown: row !== undefined, ...columns }];
  });
}

const countWrites = (entries: readonly EntryDraft[]): number =>
  entries.reduce((sum, { schema }) => sum + 1 + (schema.properties?.length ?? 0), 0);

export const checkDeletions = (
  { deletionsMax }: Pick<SchemaUsage, "deletionsMax">,
  asked: number,
): Result<undefined, TooManyDeletions> =>
  deletionsMax > 0 && asked > deletionsMax
    ? fail({ code: "too_many_deletions", most: deletionsMax, asked })
    : ok(undefined);

/** After the writing: what is too much is taken back with all of it. */
export async function checkRoom(
  tx: Kysely<ControlTables>,
  projectId: number,
): Promise<Result<undefined, TooLarge>> {
  const { entries, bytes } = await entriesStore(tx).measure(projectId);
  return entries > DICTIONARY_MAX.entries || bytes > DICTIONARY_MAX.bytes
    ? fail({
        code: "dictionary_full",
        entriesMax: DICTIONARY_MAX.entries,
        bytesMax: DICTIONARY_MAX.bytes,
      })
    : ok(undefined);
}
