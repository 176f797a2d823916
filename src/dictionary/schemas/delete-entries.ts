import type { ProjectScope } from "../../platform/access/index.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { Busy, ChangeDictionary } from "./change-dictionary.ts";
import { entriesWriter } from "./entries-writer.ts";
import type { SchemaUsage, TooManyDeletions } from "./limits.ts";
import type { EntityType } from "./types.ts";
import { checkDeletions } from "./upload-entries.ts";

/** Deletes one entry, those of a type, or all; answers how many there were. With them their effects at ingestion end. */
export function deleteEntries(
  deps: { change: ChangeDictionary; usage: SchemaUsage },
  scope: ProjectScope,
  which: { entityType?: EntityType; name?: string },
): Promise<Result<number, Busy | TooManyDeletions>> {
  return deps.change(scope, async (tx, { author, record }) => {
    const removed = await entriesWriter(tx, scope.projectId, author).remove(which);
    const allowed = checkDeletions(deps.usage, removed);
    if (!allowed.ok) return allowed;
    const { entityType, name } = which;
    if (removed > 0)
      await record({
        action: "dictionary.delete",
        ...(entityType && name !== undefined ? { target: { entityType, name } } : {}),
        before: { deleted: removed, entity_type: entityType ?? null },
      });
    return ok(removed);
  });
}
