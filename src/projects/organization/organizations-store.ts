import type { Kysely } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";

export type Organization = { id: number; name: string; createdAt: Date; secondFactorRequired: boolean };

const COLUMNS = ["id", "name", "created_at", "second_factor_required"] as const;

export type OrganizationEdit = { name: string; secondFactorRequired: boolean };

/** Owns the table organization. */
export function organizationsStore(db: Kysely<ControlTables>) {
  return {
    async create(name: string, creatorId: number | null): Promise<Organization> {
      const row = await db
        .insertInto("organization")
        .values({ name, creator_id: creatorId })
        .returning(COLUMNS)
        .executeTakeFirstOrThrow();
      return toOrganization(row);
    },
    async list(): Promise<Organization[]> {
      const rows = await living(db).orderBy("id").execute();
      return rows.map(toOrganization);
    },
    async find(id: number): Promise<Organization | undefined> {
      const row = await living(db).where("id", "=", id).executeTakeFirst();
      return row && toOrganization(row);
    },
    async get(id: number): Promise<Organization> {
      return toOrganization(await living(db).where("id", "=", id).executeTakeFirstOrThrow());
    },
    /** Changes of one organization, and projects being made in it, wait for each other. Answers whether it is still there. */
    async lock(id: number): Promise<boolean> {
      const row = await living(db).where("id", "=", id).forUpdate().executeTakeFirst();
      return row !== undefined;
    },
    async change(id: number, { name, secondFactorRequired }: OrganizationEdit): Promise<Organization> {
      const row = await db
        .updateTable("organization")
        .set({ name, second_factor_required: secondFactorRequired })
        .where("id", "=", id)
        .returning(COLUMNS)
        .executeTakeFirstOrThrow();
      return toOrganization(row);
    },
    async remove(id: number, at: Date): Promise<void> {
      await db.updateTable("organization").set({ deleted_at: at }).where("id", "=", id).execute();
    },
  };
}

const living = (db: Kysely<ControlTables>) =>
  db.selectFrom("organization").select(COLUMNS).where("deleted_at", "is", null);

type Row = { id: number; name: string; created_at: Date; second_factor_required: boolean };

const toOrganization = (row: Row): Organization => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
  secondFactorRequired: row.second_factor_required,
});
