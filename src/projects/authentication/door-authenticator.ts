import { setTimeout as sleep } from "node:timers/promises";
import {
  type AccessPort,
  type EntryFailure,
  parseBasicCredentials,
  type SessionClaim,
} from "../../http/index.ts";
import { type Principal, type ProjectRole, projectRoleReaches } from "../../platform/access/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Region, RegionUrls } from "../../platform/config/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { sha256 } from "../../platform/secrets.ts";
import type { Project } from "../project/projects-store.ts";
import type { FailureLimit } from "./failure-limit.ts";
import { createMemory } from "./memory.ts";
import { createTokenBearers, KEY } from "./token-bearers.ts";

/** The keys a project has besides the accounts with a role in it. */
export const PROJECT_KEYS = ["token", "secret", "apiKey"] as const;
export type ProjectKey = (typeof PROJECT_KEYS)[number];

export type DoorRequest = {
  authorization: string | undefined;
  /** Given by doors that let people in: what their browser sent. Counts only without an `Authorization` header. */
  session?: SessionClaim | undefined;
  /** A key that came in the address instead. Counts only when nothing else says who asks. */
  apiKey?: string | undefined;
  /** `project_id` of the query, as it came. */
  projectId: string | undefined;
  /** The narrowest role of an account that may pass. */
  least: ProjectRole;
  /** Which keys of a project open this door without an account. */
  keys: readonly ProjectKey[];
  clientAddress: string;
  requestId: string;
};

export type DoorFailure =
  | { code: "invalid_credentials" }
  | { code: "session_ended" }
  | { code: "foreign_page" }
  | { code: "too_many_failures"; retryAfterS: number }
  | { code: "project_id_missing" }
  | { code: "project_id_invalid" }
  | { code: "role_too_low"; role: ProjectRole; least: ProjectRole }
  | EntryFailure;

/** `principal`: the account that passed; undefined for a key of the project. */
export type DoorOpened = { projectId: number; principal?: Principal };

/** Who may pass a door that names its project in the query or by the project's own key, as the public services do. */
export type Doors = {
  open(request: DoorRequest): Promise<Result<DoorOpened, DoorFailure>>;
  /**
   * Whose token this is, for records that name their project themselves. Undefined: nobody's here. A token is public, so a wrong one is
   * no failed sign-in; at hand at once for tokens in use, because every event asks.
   */
  projectOf(token: string): number | undefined | Promise<number | undefined>;
  forget(): void;
};

export type DoorsDeps = {
  access: AccessPort;
  project(projectId: number): Promise<Project | undefined>;
  findByToken(token: string): Promise<number | undefined>;
  findBySecret(digest: Buffer): Promise<number | undefined>;
  findByApiKey(apiKey: string): Promise<number | undefined>;
  failures: FailureLimit;
  mayRemember: () => boolean;
  clock: Clock;
  region: Region;
  regionUrls: RegionUrls;
};

type Opened = Result<DoorOpened, DoorFailure>;

const LARGEST_ID = 2_147_483_647;
/** As with accounts: how long a refusal takes says nothing about what was found. */
const REFUSAL_MS = 25;

export function createDoors(deps: DoorsDeps): Doors {
  const byKey = {
    token: createMemory<string, number>(deps.mayRemember, deps.clock),
    secret: createMemory<string, number>(deps.mayRemember, deps.clock),
    apiKey: createMemory<string, number>(deps.mayRemember, deps.clock),
  };
  const bearers = createTokenBearers(deps);
  const ask: Record<ProjectKey, (key: string) => Promise<number | undefined>> = {
    token: (key) => byKey.token.ask(key, () => deps.findByToken(key)),
    secret: (key) => byKey.secret.ask(key, () => deps.findBySecret(sha256(key))),
    apiKey: (key) => byKey.apiKey.ask(key, () => deps.findByApiKey(key)),
  };

  async function withKey(key: string, asked: number | undefined, request: DoorRequest): Promise<Opened> {
    const soonest = sleep(REFUSAL_MS);
    const projectId = KEY.test(key) ? await findProject(key, request.keys) : undefined;
    const project = projectId === undefined ? undefined : await deps.project(projectId);
    // A key belongs to one project; naming another with it is no different from a wrong key.
    if (project === undefined || (asked !== undefined && asked !== project.id)) {
      const tooMany = deps.failures.count(request.clientAddress);
      await soonest;
      return fail(tooMany ? { code: "too_many_failures", ...tooMany } : { code: "invalid_credentials" });
    }
    if (project.region !== deps.region) {
      const url = deps.regionUrls[project.region];
      return fail({
        code: "other_region",
        region: project.region,
        baseUrl: url === undefined ? undefined : `${url}/api/app`,
      });
    }
    return ok({ projectId: project.id });
  }

  async function findProject(key: string, keys: readonly ProjectKey[]): Promise<number | undefined> {
    for (const kind of keys) {
      const found = byKey[kind].get(key);
      if (found !== undefined) return found;
    }
    for (const kind of keys) {
      const found = await ask[kind](key);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async function withAccount(asked: number | undefined, request: DoorRequest): Promise<Opened> {
    const { clientAddress, requestId, least, session } = request;
    const signedIn = await deps.access.authenticate(request.authorization, clientAddress, session);
    if (!signedIn.ok) {
      const { failure } = signedIn;
      return fail(failure.code === "unauthenticated" ? { code: "invalid_credentials" } : failure);
    }
    if (asked === undefined) return fail({ code: "project_id_missing" });
    const account = { principal: signedIn.value, origin: { requestId, clientAddress } };
    const entry = await deps.access.enterProject(account, asked);
    if (!entry.ok) return entry;
    const { role } = entry.value;
    return projectRoleReaches(role, least)
      ? ok({ projectId: asked, principal: signedIn.value })
      : fail({ code: "role_too_low", role, least });
  }

  return {
    async open(request) {
      const asked = readProjectId(request.projectId);
      if (request.authorization === undefined && request.apiKey !== undefined && asked.ok) {
        return withKey(request.apiKey, asked.value, { ...request, keys: ["apiKey"] });
      }
      if (request.authorization === undefined && request.session !== undefined && asked.ok)
        return withAccount(asked.value, request);
      const credentials = parseBasicCredentials(request.authorization);
      if (credentials === undefined) return fail({ code: "invalid_credentials" });
      if (!asked.ok) return asked;
      return credentials.secret === ""
        ? withKey(credentials.username, asked.value, request)
        : withAccount(asked.value, request);
    },
    projectOf: bearers.find,
    forget() {
      bearers.forget();
      for (const kind of PROJECT_KEYS) byKey[kind].forget();
    },
  };
}

function readProjectId(text: string | undefined): Result<number | undefined, DoorFailure> {
  if (text === undefined || text === "") return ok(undefined);
  return /^\d{1,10}$/.test(text) && Number(text) <= LARGEST_ID
    ? ok(Number(text))
    : fail({ code: "project_id_invalid" });
}
