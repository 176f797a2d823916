import { type Kysely, sql } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";

export type ProfileRow = { id: string; digest: string; names: string[]; seen: string };

/** The only file that names the table warehouse_profile_row. */
export function profileRowsStore(db: Kysely<ControlTables>) {
  return {
    async find(importId: number, ids: readonly string[]): Promise<Map<string, ProfileRow>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom("warehouse_profile_row")
        .select(["id", "digest", "names", "seen"])
        .where("import_id", "=", importId)
        .where(sql<boolean>`id = any(${ids}::text[])`)
        .execute();
      return new Map(rows.map((row) => [row.id, { ...row, names: JSON.parse(row.names) }]));
    },

    async put(importId: number, rows: readonly ProfileRow[]): Promise<void> {
      if (rows.length === 0) return;
      const values = rows.map(({ names, ...row }) => ({
        ...row,
        names: JSON.stringify(names),
        import_id: importId,
      }));
      await sql`insert into warehouse_profile_row (import_id, id, digest, names, seen)
        select import_id, id, digest, names, seen
        from json_populate_recordset(null::warehouse_profile_row, ${JSON.stringify(values)})
        on conflict (import_id, id) do update
        set digest = excluded.digest, names = excluded.names, seen = excluded.seen`.execute(db);
    },

    /** Rows that this run has not met. */
    async unseen(importId: number, seen: string, limit: number): Promise<ProfileRow[]> {
      const rows = await db
        .selectFrom("warehouse_profile_row")
        .select(["id", "digest", "names", "seen"])
        .where("import_id", "=", importId)
        .where("seen", "<>", seen)
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...row, names: JSON.parse(row.names) }));
    },

    async countUnseen(importId: number, seen: string): Promise<{ unseen: number; all: number }> {
      const row = await db
        .selectFrom("warehouse_profile_row")
        .select(({ fn }) => [
          fn.countAll<string>().as("every"),
          fn.countAll<string>().filterWhere("seen", "<>", seen).as("unseen"),
        ])
        .where("import_id", "=", importId)
        .executeTakeFirstOrThrow();
      return { unseen: Number(row.unseen), all: Number(row.every) };
    },

    /** In their order. Whoever reads on passes the last one as `after`. */
    async idsAfter(importId: number, after: string, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom("warehouse_profile_row")
        .select("id")
        .where("import_id", "=", importId)
        .where("id", ">", after)
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    async count(importId: number): Promise<number> {
      const { every } = await db
        .selectFrom("warehouse_profile_row")
        .select(({ fn }) => fn.countAll<string>().as("every"))
        .where("import_id", "=", importId)
        .executeTakeFirstOrThrow();
      return Number(every);
    },

    async remove(importId: number, ids: readonly string[]): Promise<void> {
      await db
        .deleteFrom("warehouse_profile_row")
        .where("import_id", "=", importId)
        .where(sql<boolean>`id = any(${ids}::text[])`)
        .execute();
    },

    async forget(importId: number): Promise<void> {
      await db.deleteFrom("warehouse_profile_row").where("import_id", "=", importId).execute();
    },
  };
}
