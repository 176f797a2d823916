import { fail, ok, type Result } from "../../platform/result.ts";
import { type Difference, findDifferences } from "./difference.ts";
import { toSchema } from "./entry-row.ts";
import type { historyStore, VersionRow } from "./history-store.ts";
import { toSchemaJson } from "./schema-json.ts";
import type { EntryRef, JsonObject } from "./types.ts";

export type Version = Pick<
  VersionRow,
  "version" | "change" | "restored_from" | "changed_at" | "changed_by" | "changed_by_name"
> & {
  schemaJson: JsonObject | null;
  difference: Difference[];
};

/** The versions of an entry, newest first, each with what changed since the one before it. */
export async function listVersions(
  history: Pick<ReturnType<typeof historyStore>, "list">,
  projectId: number,
  ref: EntryRef,
  page: { before: number | undefined; limit: number },
): Promise<Result<{ versions: Version[]; next: number | null }, { code: "entry_not_found" }>> {
  const rows = await history.list(projectId, ref, page);
  if (rows.length === 0 && page.before === undefined) return fail({ code: "entry_not_found" });
  const schemas = rows.map((row) => (row.is_present ? toSchemaJson(toSchema(row)) : null));
  // The last row read is there to compare with, unless it is the first of all.
  const isLast = rows.at(-1)?.version === 1 && rows.length <= page.limit;
  const shown = isLast ? rows.length : Math.max(1, rows.length - 1);
  const versions = rows.slice(0, shown).map(
    (row, index): Version => ({
      ...row,
      schemaJson: schemas[index] ?? null,
      difference: findDifferences(schemas[index + 1] ?? {}, schemas[index] ?? {}),
    }),
  );
  const last = versions.at(-1)?.version;
  return ok({ versions, next: last === undefined || last === 1 ? null : last });
}
