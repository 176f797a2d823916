import { encodeChange } from "../../events/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { LookupFrames } from "./frames.ts";
import type { LookupTablesStore } from "./tables-store.ts";
import type { Turns } from "./turns.ts";
import type { Mapping, NamedTable } from "./types.ts";

/** In a project. Each takes a place in every list; nobody has looked for more. */
const TABLES_MAX = 1000;

export type UnknownTable = { code: "table_not_found"; tableId: string };
export type CreateFailure = { code: "name_taken"; name: string } | { code: "too_many_tables"; most: number };
export type MapFailure =
  | UnknownTable
  | { code: "property_mapped"; property: string }
  | { code: "property_unfit"; property: string };

/** A table without content: it gets some by its first upload. */
export async function createTable(
  { tables, newId }: { tables: LookupTablesStore; newId: () => string },
  projectId: number,
  name: string,
): Promise<Result<NamedTable, CreateFailure>> {
  if ((await tables.list(projectId)).length >= TABLES_MAX)
    return fail({ code: "too_many_tables", most: TABLES_MAX });
  const created = await tables.create(projectId, newId(), name);
  return created ? ok(created) : fail({ code: "name_taken", name });
}

const NAMES_TRIED = 20;

/** For rooms that bring their own content: the table, and the property that is looked up in it. */
export async function createMapped(
  deps: { tables: LookupTablesStore; newId: () => string },
  projectId: number,
  name: string,
  mapping: Mapping,
): Promise<Result<string, CreateFailure | MapFailure>> {
  for (let tried = 1; ; tried += 1) {
    const created = await createTable(deps, projectId, tried === 1 ? name : `${name} ${tried}`);
    if (!created.ok && created.failure.code === "name_taken" && tried < NAMES_TRIED) continue;
    if (!created.ok) return created;
    const { id } = created.value;
    const mapped = await mapTable(deps.tables, projectId, id, [mapping]);
    if (mapped.ok) return ok(id);
    await deps.tables.remove(projectId, id);
    return mapped;
  }
}

export async function mapTable(
  tables: LookupTablesStore,
  projectId: number,
  tableId: string,
  mappings: readonly Mapping[],
): Promise<Result<NamedTable, MapFailure>> {
  // Persons are resolved, not looked up.
  const unfit = mappings.find(({ property }) => property === "distinct_id" || property === "$distinct_id");
  if (unfit) return fail({ code: "property_unfit", property: unfit.property });
  if (!(await tables.find(projectId, tableId))) return fail({ code: "table_not_found", tableId });
  const once = new Map(mappings.map((mapping) => [`${mapping.subject} ${mapping.property}`, mapping]));
  const conflict = await tables.setMappings(projectId, tableId, [...once.values()]);
  if (conflict) return fail({ code: "property_mapped", property: conflict.property });
  const table = await tables.find(projectId, tableId);
  return table ? ok(table) : fail({ code: "table_not_found", tableId });
}

/**
 * First the journal, then the name: after a crash in between the table is there, empty, and can be deleted again. The other way
 * round its rows would stay for ever.
 */
export function deleteTable(
  { tables, frames, turns }: { tables: LookupTablesStore; frames: LookupFrames; turns: Turns },
  projectId: number,
  tableId: string,
): Promise<Result<undefined, UnknownTable | { code: "not_accepted"; reason: string }>> {
  return turns.take(async () => {
    const known = await tables.find(projectId, tableId);
    const revision = known && (await tables.nextRevision(projectId, tableId));
    if (revision === undefined) return fail({ code: "table_not_found", tableId });
    const gone = await frames.append(projectId, [
      encodeChange({ kind: "lookup_replace", tableId, revision, columns: null }),
    ]);
    if (!gone.ok) return gone;
    await tables.remove(projectId, tableId);
    return ok(undefined);
  });
}
