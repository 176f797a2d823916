import type { Transaction } from "kysely";
import type { ProjectScope } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { Busy, ChangeDictionary } from "../schemas/change-dictionary.ts";
import { entriesStore } from "../schemas/entries-store.ts";
import { entriesWriter, type WrittenRow } from "../schemas/entries-writer.ts";
import { toColumns, toSchema } from "../schemas/entry-row.ts";
import { DICTIONARY_MAX } from "../schemas/limits.ts";
import type { EntryRef, Schema } from "../schemas/types.ts";
import { checkRoom, type TooLarge } from "../schemas/upload-entries.ts";
import { applyEdit, type Edit, type EditFault } from "./apply-edit.ts";
import { summaryKey } from "./summaries.ts";

export type EditFailure = Busy | TooLarge | (EditFault & { index: number });
export type EditCounts = { changed: number; unchanged: number };

export const EDITS_MAX = 1000;
const NAMED_IN_AUDIT = 100;

/** Changes what people say about entries, all of it or nothing. Each entry that changes gets a version, as by an upload. */
export function editEntries(
  { change }: { change: ChangeDictionary },
  scope: ProjectScope,
  edits: readonly Edit[],
): Promise<Result<EditCounts, EditFailure>> {
  return change(scope, async (tx, { author, record }): Promise<Result<EditCounts, EditFailure>> => {
    const edited = await editRows(tx, scope.projectId, edits);
    if (!edited.ok) return edited;
    const { rows, entries } = edited.value;
    const large = rows.find(({ bytes }) => bytes > DICTIONARY_MAX.entryBytes);
    if (large) return fail({ code: "entry_too_large", name: large.name, most: DICTIONARY_MAX.entryBytes });
    await entriesWriter(tx, scope.projectId, author).write(rows);
    const [only] = edits;
    await record({
      action: "dictionary.edit",
      ...(edits.length === 1 && only ? { target: refOf(only) } : {}),
      after: { changed: rows.length, edits: edits.slice(0, NAMED_IN_AUDIT) },
    });
    const room = await checkRoom(tx, scope.projectId);
    return room.ok ? ok({ changed: rows.length, unchanged: entries - rows.length }) : room;
  });
}

const refOf = ({ entityType, name }: EntryRef): EntryRef => ({ entityType, name });

/** The rows that change. An entry that is edited twice is edited one after the other. */
async function editRows(
  tx: Transaction<ControlTables>,
  projectId: number,
  edits: readonly Edit[],
): Promise<Result<{ rows: WrittenRow[]; entries: number }, EditFault & { index: number }>> {
  const refs = new Map(edits.map((edit) => [summaryKey(edit), refOf(edit)]));
  const found = await entriesStore(tx).findRows(projectId, [...refs.values()]);
  const stored = new Map(
    found.map((row) => [summaryKey({ entityType: row.entity_type, name: row.name }), row]),
  );
  const schemas = new Map<string, Schema | undefined>();
  for (const [key, row] of stored) schemas.set(key, row.is_present ? toSchema(row) : undefined);
  for (const [index, edit] of edits.entries()) {
    const edited = applyEdit(schemas.get(summaryKey(edit)), edit.change);
    if (!edited.ok) return fail({ ...edited.failure, index });
    schemas.set(summaryKey(edit), edited.value);
  }
  const rows = [...refs].flatMap(([key, ref]): WrittenRow[] => {
    const schema = schemas.get(key);
    if (schema === undefined) return [];
    const row = stored.get(key);
    const columns = toColumns(ref.entityType, schema);
    const isSame = row?.is_present && row.body === columns.body && row.metadata === columns.metadata;
    const version = (row?.version ?? 0) + 1;
    return isSame ? [] : [{ ...ref, version, isKnown: row !== undefined, ...columns }];
  });
  return ok({ rows, entries: refs.size });
}
