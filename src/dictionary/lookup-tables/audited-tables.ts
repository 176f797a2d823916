import type { Kysely } from "kysely";
import type { ProjectScope } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { AuditLine, RecordAudit } from "../audit.ts";
import { type LookupTablesStore, lookupTablesStore } from "./tables-store.ts";

/** The tables as somebody changes them by hand: each change has its line in the audit log, in the same transaction. */
export function auditedTables(
  { db, audit }: { db: Kysely<ControlTables>; audit: RecordAudit },
  scope: ProjectScope,
): LookupTablesStore {
  const change = <Value>(
    work: (tables: LookupTablesStore) => Promise<Value>,
    toLine: (value: Value) => AuditLine | undefined,
  ): Promise<Value> =>
    db.transaction().execute(async (tx) => {
      const value = await work(lookupTablesStore(tx));
      const line = toLine(value);
      if (line !== undefined) await audit(tx, scope, line);
      return value;
    });
  return {
    ...lookupTablesStore(db),
    create: (projectId, id, name) =>
      change(
        (tables) => tables.create(projectId, id, name),
        (made) => made && { action: "lookup_table.create", target: { lookupTable: id }, after: { name } },
      ),
    setMappings: (projectId, id, mappings) =>
      change(
        async (tables) => {
          const before = (await tables.find(projectId, id))?.mappings ?? [];
          return { before, conflict: await tables.setMappings(projectId, id, mappings) };
        },
        ({ before, conflict }) =>
          conflict
            ? undefined
            : {
                action: "lookup_table.map",
                target: { lookupTable: id },
                before: { mappings: before },
                after: { mappings },
              },
      ).then(({ conflict }) => conflict),
    remove: (projectId, id) =>
      change(
        async (tables) => {
          const before = await tables.find(projectId, id);
          await tables.remove(projectId, id);
          return before;
        },
        (before) =>
          before && {
            action: "lookup_table.delete",
            target: { lookupTable: id },
            before: { name: before.name, mappings: before.mappings },
          },
      ).then(() => undefined),
  };
}
