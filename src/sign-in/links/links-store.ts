import type { Kysely } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";

export type Link = {
  id: number;
  organizationId: number;
  /** Null: whoever opens it becomes a new owner. */
  userId: number | null;
  creatorId: number;
  expiresAt: Date;
  usedAt: Date | null;
};
export type OpenLink = {
  id: number;
  createdAt: Date;
  expiresAt: Date;
  user: { id: number; name: string; email: string } | null;
};

/** A link that has ended is remembered this long, so that whoever opens it is told why it does not work. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

/** Owns the table sign_in_link. */
export function linksStore(db: Kysely<ControlTables>) {
  const columns = [
    "id",
    "organization_id as organizationId",
    "user_id as userId",
    "creator_id as creatorId",
    "expires_at as expiresAt",
    "used_at as usedAt",
  ] as const;
  return {
    async create(draft: {
      digest: Buffer;
      organizationId: number;
      userId: number | null;
      creatorId: number;
      expiresAt: Date;
    }): Promise<number> {
      const { id } = await db
        .insertInto("sign_in_link")
        .values({
          digest: draft.digest,
          organization_id: draft.organizationId,
          user_id: draft.userId,
          creator_id: draft.creatorId,
          expires_at: draft.expiresAt,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    },
    async find(digest: Buffer): Promise<Link | undefined> {
      return db.selectFrom("sign_in_link").select(columns).where("digest", "=", digest).executeTakeFirst();
    },
    /** Two who open it at once wait for each other. */
    async lock(digest: Buffer): Promise<Link | undefined> {
      return db
        .selectFrom("sign_in_link")
        .select(columns)
        .where("digest", "=", digest)
        .forUpdate()
        .executeTakeFirst();
    },
    /** All open links of a person, or of the owner to come, are used up with one. */
    async spend(organizationId: number, userId: number | null, now: Date): Promise<void> {
      await db
        .updateTable("sign_in_link")
        .set({ used_at: now })
        .where("used_at", "is", null)
        .where((where) =>
          userId === null
            ? where.and([where("user_id", "is", null), where("organization_id", "=", organizationId)])
            : where("user_id", "=", userId),
        )
        .execute();
    },
    async listOpen(organizationId: number, now: Date): Promise<OpenLink[]> {
      const rows = await db
        .selectFrom("sign_in_link as link")
        .leftJoin("app_user as person", "person.id", "link.user_id")
        .select(["link.id", "link.created_at", "link.expires_at", "person.id as userId"])
        .select(["person.name", "person.email"])
        .where("link.organization_id", "=", organizationId)
        .where("link.used_at", "is", null)
        .where("link.expires_at", ">", now)
        .orderBy("link.id")
        .execute();
      return rows.map(({ id, created_at, expires_at, userId, name, email }) => ({
        ...{ id, createdAt: created_at, expiresAt: expires_at },
        user: userId === null ? null : { id: userId, name: name ?? "", email: email ?? "" },
      }));
    },
    async findOpen(organizationId: number, id: number, now: Date): Promise<Link | undefined> {
      return db
        .selectFrom("sign_in_link")
        .select(columns)
        .where("organization_id", "=", organizationId)
        .where("id", "=", id)
        .where("used_at", "is", null)
        .where("expires_at", ">", now)
        .executeTakeFirst();
    },
    async removeOld(now: Date): Promise<void> {
      await db
        .deleteFrom("sign_in_link")
        .where("expires_at", "<", new Date(now.getTime() - KEPT_MS))
        .execute();
    },
  };
}
