import { type Kysely, sql, type Transaction } from "kysely";
import type { Region } from "../../platform/config/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import {
  type Randomness,
  randomAlphanumeric,
  randomHex,
  SECRET_LENGTH,
  sha256,
} from "../../platform/secrets.ts";
import { type Change, insertEntry, systemScope } from "../audit/changes.ts";
import { membershipStore } from "../membership/membership-store.ts";
import { insertProject } from "../project/create-project.ts";
import { projectAudit } from "../project/project-audit.ts";
import type { Project } from "../project/projects-store.ts";
import { serviceAccountsStore } from "../service-account/service-accounts-store.ts";
import { makeUsername } from "../service-account/username.ts";

/** What the first start makes and prints once. */
export type FirstStart = {
  projectId: number;
  token: string;
  username: string;
  /** Null when the operator chose it: then they know it, and it stands in no log. */
  secret: string | null;
  /** How the owner comes in. */
  signIn: FirstSignIn;
};

/** The preset owner's address, or what opens the link by which one is made. */
export type FirstSignIn = { email: string; token: null } | { email: null; token: string };
export type FirstPlace = { organizationId: number; operatorId: number };

export type FirstStartOptions = {
  region: Region;
  randomness: Randomness;
  serviceAccount?: { username: string; secret: string } | undefined;
  projectToken?: string | undefined;
  /** Lets a person in; belongs to the room where people sign in. */
  letIn: (tx: Transaction<ControlTables>, place: FirstPlace) => Promise<FirstSignIn>;
  /** Runs before the commit: what was made must not be lost when we die between committing and printing it. */
  beforeCommit?: (made: FirstStart) => Promise<void>;
};

/** Any number, as long as every node uses the same one: two nodes that start at once on an empty database make one project. */
const LOCK = 7_420_118_013;

/** On an empty control database: one organization, project 1 with workspace 1, one service account that owns it all. Otherwise nothing. */
export async function makeFirstStart(
  db: Kysely<ControlTables>,
  options: FirstStartOptions,
): Promise<FirstStart | undefined> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    const existing = await tx.selectFrom("organization").select("id").limit(1).executeTakeFirst();
    if (existing) return undefined;
    await restartIds(tx);
    const operator = await tx
      .insertInto("principal")
      .values({ kind: "operator" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const organization = await tx
      .insertInto("organization")
      .values({ name: "My organization", creator_id: operator.id })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { project } = await insertProject(tx, options.randomness, {
      organizationId: organization.id,
      creatorId: operator.id,
      name: "My project",
      timezone: "UTC",
      region: options.region,
      token: options.projectToken ?? randomHex(options.randomness, 32),
    });
    const username = options.serviceAccount?.username ?? makeUsername(options.randomness, "first");
    const secret = options.serviceAccount?.secret ?? randomAlphanumeric(options.randomness, SECRET_LENGTH);
    const accountId = await serviceAccountsStore(tx).create(
      { organizationId: organization.id, username, label: "first", expiresAt: null, creatorId: operator.id },
      sha256(secret),
    );
    await membershipStore(tx).setOrganizationRole(organization.id, accountId, "owner");
    await recordFirstStart(tx, operator.id, organization.id, project, { id: accountId, username });
    const signIn = await options.letIn(tx, { organizationId: organization.id, operatorId: operator.id });
    const made = {
      signIn,
      projectId: project.id,
      token: project.token,
      username,
      secret: options.serviceAccount ? null : secret,
    };
    await options.beforeCommit?.(made);
    return made;
  });
}

async function recordFirstStart(
  tx: Transaction<ControlTables>,
  operatorId: number,
  organizationId: number,
  project: Project,
  account: { id: number; username: string },
): Promise<void> {
  const scope = systemScope(operatorId, "first-start");
  const lines: Change[] = [
    {
      action: "organization.create",
      organizationId,
      target: { type: "organization", id: organizationId },
      after: { name: "My organization" },
    },
    {
      action: "project.create",
      organizationId,
      projectId: project.id,
      target: { type: "project", id: project.id },
      after: projectAudit(project),
    },
    {
      action: "service_account.create",
      organizationId,
      target: { type: "service_account", id: account.id },
      after: { username: account.username, role: "owner", expires: null },
    },
  ];
  for (const line of lines) await insertEntry(tx, scope, line);
}

/** A first start that died half-way has used up numbers; the project must be number 1 all the same. */
async function restartIds(tx: Transaction<ControlTables>): Promise<void> {
  for (const table of ["principal", "organization", "project", "workspace", "audit_entry"]) {
    await sql`alter table ${sql.table(table)} alter column id restart with 1`.execute(tx);
  }
}

/** The account under which the operator of the server acts. */
export async function getOperatorId(db: Kysely<ControlTables>): Promise<number> {
  const row = await db
    .selectFrom("principal")
    .select("id")
    .where("kind", "=", "operator")
    .orderBy("id")
    .executeTakeFirstOrThrow();
  return row.id;
}
