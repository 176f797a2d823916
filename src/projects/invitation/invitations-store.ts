import { type Kysely, sql } from "kysely";
import type { OrganizationRole } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { ProjectGrant } from "../membership/membership-store.ts";

export type Invitation = {
  id: number;
  organizationId: number;
  email: string;
  /** Suggested by the inviter, for a person who has no account yet. */
  name: string | null;
  role: OrganizationRole;
  inviterId: number;
  inviterName: string;
  createdAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
};
export type InvitationWithGrants = Invitation & { grants: ProjectGrant[] };

export type StoredInvitation = Pick<
  Invitation,
  "organizationId" | "email" | "name" | "role" | "inviterId" | "inviterName" | "expiresAt"
> & { digest: Buffer; grants: readonly ProjectGrant[] };

/** One that has ended is kept this long, so that its link still says why it does not work. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

const COLUMNS = [
  "id",
  "organization_id as organizationId",
  "email",
  "name",
  "role",
  "inviter_id as inviterId",
  "inviter_name as inviterName",
  "created_at as createdAt",
  "expires_at as expiresAt",
  "ended_at as endedAt",
] as const;

/** Owns the tables invitation and invitation_project. */
export function invitationsStore(db: Kysely<ControlTables>) {
  const withGrants = async (invitations: Invitation[]): Promise<InvitationWithGrants[]> => {
    if (invitations.length === 0) return [];
    const rows = await db
      .selectFrom("invitation_project as granted")
      .innerJoin("project", "project.id", "granted.project_id")
      .select(["granted.invitation_id", "granted.project_id", "granted.role"])
      .where(
        "granted.invitation_id",
        "in",
        invitations.map(({ id }) => id),
      )
      .where("project.deleted_at", "is", null)
      .orderBy("granted.project_id")
      .execute();
    return invitations.map((invitation) => ({
      ...invitation,
      grants: rows
        .filter(({ invitation_id }) => invitation_id === invitation.id)
        .map(({ project_id, role }) => ({ projectId: project_id, role })),
    }));
  };
  const one = async (rows: Invitation[]) => (await withGrants(rows))[0];
  return {
    async create({ grants, ...draft }: StoredInvitation): Promise<number> {
      const { id } = await db
        .insertInto("invitation")
        .values({
          digest: draft.digest,
          organization_id: draft.organizationId,
          email: draft.email,
          name: draft.name,
          role: draft.role,
          inviter_id: draft.inviterId,
          inviter_name: draft.inviterName,
          expires_at: draft.expiresAt,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const rows = grants.map(({ projectId, role }) => ({ invitation_id: id, project_id: projectId, role }));
      if (rows.length > 0) await db.insertInto("invitation_project").values(rows).execute();
      return id;
    },

    async find(digest: Buffer): Promise<InvitationWithGrants | undefined> {
      return one(await db.selectFrom("invitation").select(COLUMNS).where("digest", "=", digest).execute());
    },

    /** Two requests that accept it at once wait for each other. */
    async lock(digest: Buffer): Promise<InvitationWithGrants | undefined> {
      const found = db.selectFrom("invitation").select(COLUMNS).where("digest", "=", digest);
      return one(await found.forUpdate().execute());
    },

    async listOpen(organizationId: number, now: Date): Promise<InvitationWithGrants[]> {
      return withGrants(await open(db, organizationId, now).orderBy("id").execute());
    },

    async findOpen(organizationId: number, id: number, now: Date): Promise<Invitation | undefined> {
      return open(db, organizationId, now).where("id", "=", id).executeTakeFirst();
    },

    /** All open ones of an organization for an address. */
    async end(organizationId: number, email: string, now: Date): Promise<void> {
      await db
        .updateTable("invitation")
        .set({ ended_at: now })
        .where("organization_id", "=", organizationId)
        .where(sql<boolean>`lower(email) = lower(${email})`)
        .where("ended_at", "is", null)
        .execute();
    },

    async removeOld(now: Date): Promise<void> {
      const before = new Date(now.getTime() - KEPT_MS);
      await db.deleteFrom("invitation").where("expires_at", "<", before).execute();
    },
  };
}

const open = (db: Kysely<ControlTables>, organizationId: number, now: Date) =>
  db
    .selectFrom("invitation")
    .select(COLUMNS)
    .where("organization_id", "=", organizationId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now);
