import { type Kysely, sql } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";

export type ServiceAccount = {
  id: number;
  organizationId: number;
  username: string;
  label: string;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
  creatorId: number | null;
  creatorName: string | null;
};
export type AccountSecret = { id: number; createdAt: Date; expiresAt: Date | null };
export type NewServiceAccount = Pick<
  ServiceAccount,
  "organizationId" | "username" | "label" | "expiresAt"
> & {
  creatorId: number;
};

/** Owns the tables service_account and service_account_secret. */
export function serviceAccountsStore(db: Kysely<ControlTables>) {
  return {
    async create(draft: NewServiceAccount, digest: Buffer): Promise<number> {
      const { id } = await db
        .insertInto("principal")
        .values({ kind: "service_account" })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db
        .insertInto("service_account")
        .values({
          id,
          organization_id: draft.organizationId,
          username: draft.username,
          label: draft.label,
          expires_at: draft.expiresAt,
          creator_id: draft.creatorId,
        })
        .execute();
      await this.addSecret(id, digest);
      return id;
    },
    async list(organizationId: number): Promise<ServiceAccount[]> {
      return living(db).where("account.organization_id", "=", organizationId).orderBy("account.id").execute();
    },
    async find(organizationId: number, id: number): Promise<ServiceAccount | undefined> {
      return living(db)
        .where("account.organization_id", "=", organizationId)
        .where("account.id", "=", id)
        .executeTakeFirst();
    },
    /** Rotations and deletions of one account wait for each other. */
    async lock(id: number): Promise<void> {
      await db.selectFrom("service_account").select("id").where("id", "=", id).forUpdate().execute();
    },
    async remove(id: number, at: Date): Promise<void> {
      await db.updateTable("service_account").set({ deleted_at: at }).where("id", "=", id).execute();
      await db.deleteFrom("service_account_secret").where("service_account_id", "=", id).execute();
    },
    async addSecret(accountId: number, digest: Buffer): Promise<AccountSecret> {
      return db
        .insertInto("service_account_secret")
        .values({ service_account_id: accountId, digest })
        .returning(["id", "created_at as createdAt", "expires_at as expiresAt"])
        .executeTakeFirstOrThrow();
    },
    async liveSecrets(accountId: number, now: Date): Promise<AccountSecret[]> {
      return db
        .selectFrom("service_account_secret")
        .select(["id", "created_at as createdAt", "expires_at as expiresAt"])
        .where("service_account_id", "=", accountId)
        .where((live) => live.or([live("expires_at", "is", null), live("expires_at", ">", now)]))
        .orderBy("id")
        .execute();
    },
    async retireSecretsBefore(accountId: number, secretId: number, at: Date): Promise<void> {
      await db
        .updateTable("service_account_secret")
        .set({ expires_at: sql`least(expires_at, ${at})` as unknown as Date })
        .where("service_account_id", "=", accountId)
        .where("id", "<", secretId)
        .execute();
    },
    async removeExpiredSecrets(accountId: number, now: Date): Promise<void> {
      await db
        .deleteFrom("service_account_secret")
        .where("service_account_id", "=", accountId)
        .where("expires_at", "<=", now)
        .execute();
    },
    async removeSecret(accountId: number, secretId: number): Promise<boolean> {
      const gone = await db
        .deleteFrom("service_account_secret")
        .where("service_account_id", "=", accountId)
        .where("id", "=", secretId)
        .executeTakeFirst();
      return gone.numDeletedRows > 0n;
    },
  };
}

const living = (db: Kysely<ControlTables>) =>
  db
    .selectFrom("service_account as account")
    .leftJoin("service_account as creator", "creator.id", "account.creator_id")
    .leftJoin("app_user as person", "person.id", "account.creator_id")
    .select([
      "account.id",
      "account.organization_id as organizationId",
      "account.username",
      "account.label",
      "account.expires_at as expiresAt",
      "account.last_used_at as lastUsedAt",
      "account.created_at as createdAt",
      "account.creator_id as creatorId",
    ])
    .select((own) => own.fn.coalesce("person.name", "creator.username").as("creatorName"))
    .where("account.deleted_at", "is", null);
