import type { Kysely } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { Mapping, NamedTable, Subject } from "./types.ts";

export type LookupTablesStore = ReturnType<typeof lookupTablesStore>;

/** Owns the tables lookup_table and lookup_mapping. */
export function lookupTablesStore(db: Kysely<ControlTables>) {
  async function mappingsOf(projectId: number): Promise<Map<string, Mapping[]>> {
    const rows = await db
      .selectFrom("lookup_mapping")
      .selectAll()
      .where("project_id", "=", projectId)
      .orderBy("subject")
      .orderBy("property")
      .execute();
    const byTable = Map.groupBy(rows, ({ lookup_table_id }) => lookup_table_id);
    return new Map(
      [...byTable].map(([id, mapped]) => [
        id,
        mapped.map(({ subject, property }) => ({ subject, property })),
      ]),
    );
  }

  const store = {
    async list(projectId: number): Promise<NamedTable[]> {
      const rows = await db
        .selectFrom("lookup_table")
        .selectAll()
        .where("project_id", "=", projectId)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      const mappings = await mappingsOf(projectId);
      return rows.map(({ id, name, created_at }) => ({
        id,
        name,
        createdAt: created_at,
        mappings: mappings.get(id) ?? [],
      }));
    },
    async find(projectId: number, id: string): Promise<NamedTable | undefined> {
      return (await store.list(projectId)).find((table) => table.id === id);
    },
    /** Nothing when the name is taken. */
    async create(projectId: number, id: string, name: string): Promise<NamedTable | undefined> {
      const row = await db
        .insertInto("lookup_table")
        .values({ id, project_id: projectId, name })
        .onConflict((conflict) => conflict.columns(["project_id", "name"]).doNothing())
        .returningAll()
        .executeTakeFirst();
      return row && { id: row.id, name: row.name, createdAt: row.created_at, mappings: [] };
    },
    /** The number of the next upload; nothing when the table is gone. */
    async nextRevision(projectId: number, id: string): Promise<number | undefined> {
      const row = await db
        .updateTable("lookup_table")
        .set((table) => ({ revision: table("revision", "+", 1) }))
        .where("project_id", "=", projectId)
        .where("id", "=", id)
        .returning("revision")
        .executeTakeFirst();
      return row?.revision;
    },
    async remove(projectId: number, id: string): Promise<void> {
      await db.deleteFrom("lookup_table").where("project_id", "=", projectId).where("id", "=", id).execute();
    },
    /** Puts these mappings in the place of the table's own. Answers one that another table has already; then nothing changes. */
    setMappings(projectId: number, id: string, mappings: readonly Mapping[]): Promise<Mapping | undefined> {
      const set = async (tx: Kysely<ControlTables>) => {
        // Two who map at once take turns: each sees what the other did.
        await tx
          .selectFrom("lookup_table")
          .select("id")
          .where("project_id", "=", projectId)
          .forUpdate()
          .execute();
        const taken = await tx
          .selectFrom("lookup_mapping")
          .select(["subject", "property"])
          .where("project_id", "=", projectId)
          .where("lookup_table_id", "!=", id)
          .execute();
        const conflict = mappings.find(({ subject, property }) =>
          taken.some((other) => other.subject === subject && other.property === property),
        );
        if (conflict) return conflict;
        await tx.deleteFrom("lookup_mapping").where("lookup_table_id", "=", id).execute();
        if (mappings.length > 0) {
          await tx
            .insertInto("lookup_mapping")
            .values(
              mappings.map(({ subject, property }) => ({
                project_id: projectId,
                subject,
                property,
                lookup_table_id: id,
              })),
            )
            .execute();
        }
        return undefined;
      };
      return db.isTransaction ? set(db) : db.transaction().execute(set);
    },
    /** By property: the table it is looked up in. */
    async tablesOf(projectId: number, subject: Subject): Promise<Map<string, string>> {
      const rows = await db
        .selectFrom("lookup_mapping")
        .select(["property", "lookup_table_id"])
        .where("project_id", "=", projectId)
        .where("subject", "=", subject)
        .execute();
      return new Map(rows.map(({ property, lookup_table_id }) => [property, lookup_table_id]));
    },
  };
  return store;
}
