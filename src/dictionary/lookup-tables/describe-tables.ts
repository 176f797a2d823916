import type { EventStore, LookupColumn } from "../../events/index.ts";
import type { LookupTablesStore } from "./tables-store.ts";
import type { NamedTable } from "./types.ts";

/** A table as people see it: its name and mappings, and what the store holds of it. */
export type DescribedTable = NamedTable & { columns: LookupColumn[]; rows: number };

export async function describeTables(
  { tables, store }: { tables: LookupTablesStore; store: Pick<EventStore, "lookupTables"> },
  projectId: number,
): Promise<DescribedTable[]> {
  const named = await tables.list(projectId);
  // A project that nobody has sent anything to has no file; it is not made for an empty list.
  const contents = named.length === 0 ? [] : await store.lookupTables(projectId);
  return named.map((table) => {
    const content = contents.find(({ id }) => id === table.id);
    return { ...table, columns: content?.columns ?? [], rows: content?.rows ?? 0 };
  });
}
