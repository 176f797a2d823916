import type { ProjectScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { Busy, ChangeDictionary } from "./change-dictionary.ts";
import { entriesStore } from "./entries-store.ts";
import { entriesWriter } from "./entries-writer.ts";
import { toColumns, toSchema } from "./entry-row.ts";
import { historyStore } from "./history-store.ts";
import type { SchemaUsage, TooMany } from "./limits.ts";
import type { Entry, EntryRef } from "./types.ts";
import { checkRoom, type TooLarge } from "./upload-entries.ts";

export type RestoreFailure =
  | Busy
  | TooMany
  | TooLarge
  | { code: "version_not_found"; version: number }
  | { code: "version_is_deletion"; version: number };

/** Makes an old version the newest: its content as it was, with nothing merged into it. */
export async function restoreVersion(
  deps: { change: ChangeDictionary; usage: SchemaUsage },
  scope: ProjectScope,
  ref: EntryRef,
  version: number,
): Promise<Result<Entry, RestoreFailure>> {
  const { projectId } = scope;
  const allowed = deps.usage.write(scope.organizationId, 1);
  if (!allowed.ok) return allowed;
  return deps.change(scope, async (tx, { author, record }): Promise<Result<Entry, RestoreFailure>> => {
    const old = await historyStore(tx).find(projectId, ref, version);
    const [now] = await entriesStore(tx).findRows(projectId, [ref]);
    if (old === undefined || now === undefined) return fail({ code: "version_not_found", version });
    if (!old.is_present) return fail({ code: "version_is_deletion", version });
    const schema = toSchema(old);
    const row = { ...ref, ...toColumns(ref.entityType, schema), version: now.version + 1, isKnown: true };
    await entriesWriter(tx, projectId, author).write([row], version);
    await record({
      action: "dictionary.restore",
      target: ref,
      before: { version: now.version },
      after: { version: row.version, restored_from: version },
    });
    const room = await checkRoom(tx, projectId);
    return room.ok ? ok({ ...ref, version: row.version, schema }) : room;
  });
}
