import type { Kysely } from "kysely";
import type { Route } from "../http/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { Region, RegionUrls } from "../platform/config/index.ts";
import { type ChangeListener, type ControlTables, listenForChanges } from "../platform/control-db/index.ts";
import type { Log } from "../platform/log.ts";
import type { Randomness } from "../platform/secrets.ts";
import { ACCOUNTS_CHANNEL, type Changes, createChanges } from "./audit/changes.ts";
import { auditRoutes } from "./audit/routes.ts";
import { type Authenticator, createAuthenticator } from "./authentication/authenticator.ts";
import { credentialsStore } from "./authentication/credentials-store.ts";
import { createDoors, type Doors } from "./authentication/door-authenticator.ts";
import { createFailureLimit, type FailureLimit } from "./authentication/failure-limit.ts";
import type { SessionPort } from "./authentication/session-port.ts";
import { getOperatorId } from "./bootstrap/first-start.ts";
import type { ProjectsDeps, SignIns } from "./deps.ts";
import { groupKeysStore } from "./group-key/group-keys-store.ts";
import { groupKeyRoutes } from "./group-key/routes.ts";
import { createInvitations, type Invitations } from "./invitation/accept-invitation.ts";
import { invitationRoutes } from "./invitation/routes.ts";
import { meRoutes } from "./me/routes.ts";
import { organizationRoutes } from "./organization/routes.ts";
import { projectsStore } from "./project/projects-store.ts";
import { projectRoutes } from "./project/routes.ts";
import { serviceAccountRoutes } from "./service-account/routes.ts";
import { serviceAccountSecretRoutes } from "./service-account/secret-routes.ts";
import { createPeople, type People } from "./user/people.ts";
import { userRoutes } from "./user/routes.ts";

export type ProjectsRoomOptions = {
  db: Kysely<ControlTables>;
  /** Given when other nodes share the control database: their changes are then listened for. */
  sharedDatabaseUrl: string | undefined;
  clock: Clock;
  randomness: Randomness;
  log: Log;
  region: Region;
  regionUrls: RegionUrls;
  publicUrl: () => string;
  purgeDays: number;
  failuresPerMinute: number;
  operatorCredential: string;
  sessions: SessionPort;
  signIns: SignIns;
};

export type ProjectsRoom = {
  access: Authenticator;
  doors: Pick<Doors, "open" | "projectOf">;
  /** The property that a group key of a project names; undefined: it has no such key. */
  groupProperty(projectId: number, groupKeyId: number): Promise<string | undefined>;
  /** The properties that name groups in a project, and which of them names its companies. */
  groupKeys(projectId: number): Promise<{ propertyName: string; isCompanyKey: boolean }[]>;
  people: People;
  invitations: Invitations;
  /** Who has guessed too often. */
  failures: FailureLimit;
  /** Changes with their lines in the audit log, for other rooms too. */
  changes: Changes;
  routes: Route[];
  close(): Promise<void>;
};

export async function createProjectsRoom(options: ProjectsRoomOptions): Promise<ProjectsRoom> {
  const { db, clock, log, sharedDatabaseUrl } = options;
  let listener: ChangeListener | undefined;
  const store = credentialsStore(db);
  const operatorId = await getOperatorId(db);
  const common = {
    failures: createFailureLimit(clock, options.failuresPerMinute),
    clock,
    region: options.region,
    regionUrls: options.regionUrls,
    // Alone on the database, every change is our own; otherwise we must be able to hear of the others'.
    mayRemember: () => sharedDatabaseUrl === undefined || (listener?.connected() ?? false),
  };
  const access = createAuthenticator({
    ...common,
    store,
    sessions: options.sessions,
    findProject: (projectId) => projectsStore(db).find(projectId),
    log,
    operator: { principalId: operatorId, credential: options.operatorCredential },
  });
  const doors = createDoors({
    ...common,
    access,
    project: access.project,
    findByToken: store.findProjectByToken,
    findBySecret: store.findProjectBySecret,
    findByApiKey: store.findProjectByApiKey,
  });
  const forget = () => {
    access.forget();
    doors.forget();
  };
  if (sharedDatabaseUrl !== undefined)
    listener = await listenForChanges({
      url: sharedDatabaseUrl,
      channel: ACCOUNTS_CHANNEL,
      onChange: forget,
      log,
    });
  const deps: ProjectsDeps = {
    db,
    clock,
    randomness: options.randomness,
    region: options.region,
    regionUrls: options.regionUrls,
    publicUrl: options.publicUrl,
    purgeDays: options.purgeDays,
    changes: createChanges(db, operatorId, forget),
    project: access.project,
    signIns: options.signIns,
  };
  return {
    access,
    failures: common.failures,
    people: createPeople(db),
    invitations: createInvitations(db, deps.changes),
    groupProperty: async (projectId, id) => (await groupKeysStore(db).find(projectId, id))?.propertyName,
    groupKeys: (projectId) => groupKeysStore(db).list(projectId),
    doors,
    changes: deps.changes,
    routes: [
      ...meRoutes(deps),
      ...organizationRoutes(deps),
      ...projectRoutes(deps),
      ...groupKeyRoutes(deps),
      ...serviceAccountRoutes(deps),
      ...serviceAccountSecretRoutes(deps),
      ...userRoutes(deps),
      ...invitationRoutes(deps),
      ...auditRoutes(deps),
    ],
    async close() {
      await listener?.close();
      await access.close();
    },
  };
}
