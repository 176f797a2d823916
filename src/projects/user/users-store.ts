import { type Kysely, sql } from "kysely";
import type { OrganizationRole } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";

export type User = { id: number; email: string; name: string; createdAt: Date };
export type Member = User & { role: OrganizationRole };

/** Owns the table app_user. One person is one row, however many organizations they are in. */
export function usersStore(db: Kysely<ControlTables>) {
  return {
    async findByEmail(email: string): Promise<User | undefined> {
      return (
        db
          .selectFrom("app_user")
          .select(["id", "email", "name", "created_at as createdAt"])
          // The database lowers both sides: its idea of it and JavaScript's differ for some letters.
          .where(sql<boolean>`lower(email) = lower(${email})`)
          .executeTakeFirst()
      );
    },
    async find(id: number): Promise<User | undefined> {
      return db
        .selectFrom("app_user")
        .select(["id", "email", "name", "created_at as createdAt"])
        .where("id", "=", id)
        .executeTakeFirst();
    },
    async rename(id: number, name: string): Promise<void> {
      await db.updateTable("app_user").set({ name }).where("id", "=", id).execute();
    },
    async organizationOf(id: number): Promise<number | undefined> {
      const row = await living(db, id).orderBy("member.organization_id").executeTakeFirst();
      return row?.organization_id;
    },
    async isInAnother(organizationId: number, id: number): Promise<boolean> {
      const row = await living(db, id)
        .where("member.organization_id", "!=", organizationId)
        .executeTakeFirst();
      return row !== undefined;
    },
    async create(draft: { email: string; name: string; creatorId: number }): Promise<User> {
      const { id } = await db
        .insertInto("principal")
        .values({ kind: "user" })
        .returning("id")
        .executeTakeFirstOrThrow();
      return db
        .insertInto("app_user")
        .values({ id, email: draft.email, name: draft.name, creator_id: draft.creatorId })
        .returning(["id", "email", "name", "created_at as createdAt"])
        .executeTakeFirstOrThrow();
    },
    async listMembers(organizationId: number): Promise<Member[]> {
      return members(db, organizationId).orderBy("app_user.id").execute();
    },
    async findMember(organizationId: number, id: number): Promise<Member | undefined> {
      return members(db, organizationId).where("app_user.id", "=", id).executeTakeFirst();
    },
    /** Whether somebody in the organization has this address. Says nothing about accounts elsewhere. */
    async isMember(organizationId: number, email: string): Promise<boolean> {
      const row = await members(db, organizationId)
        .where(sql<boolean>`lower(app_user.email) = lower(${email})`)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Two invitations of one address at the same moment wait for each other. */
    async lockEmail(email: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtext(lower(${email})))`.execute(db);
    },
  };
}

const members = (db: Kysely<ControlTables>, organizationId: number) =>
  db
    .selectFrom("app_user")
    .innerJoin("organization_member as member", "member.principal_id", "app_user.id")
    .select([
      "app_user.id",
      "app_user.email",
      "app_user.name",
      "app_user.created_at as createdAt",
      "member.role",
    ])
    .where("member.organization_id", "=", organizationId);

/** The organizations somebody is in that were not deleted. */
const living = (db: Kysely<ControlTables>, id: number) =>
  db
    .selectFrom("organization_member as member")
    .innerJoin("organization", "organization.id", "member.organization_id")
    .select("member.organization_id")
    .where("member.principal_id", "=", id)
    .where("organization.deleted_at", "is", null);
