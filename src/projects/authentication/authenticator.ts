import { setTimeout as sleep } from "node:timers/promises";
import {
  type AccessPort,
  type AuthenticationFailure,
  type BasicCredentials,
  parseBasicCredentials,
  type SessionClaim,
} from "../../http/index.ts";
import { type AccountScope, effectiveProjectRole, type Principal } from "../../platform/access/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Region, RegionUrls } from "../../platform/config/index.ts";
import type { Log } from "../../platform/log.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { sameDigest, sha256 } from "../../platform/secrets.ts";
import type { Project } from "../project/projects-store.ts";
import type { credentialsStore } from "./credentials-store.ts";
import type { FailureLimit } from "./failure-limit.ts";
import { createMemory } from "./memory.ts";
import type { SessionPort } from "./session-port.ts";

type SignedIn = { principal: Principal; expiresAt: number };
type SignInOutcome = Result<Principal, AuthenticationFailure>;

export type AuthenticatorDeps = {
  store: ReturnType<typeof credentialsStore>;
  sessions: SessionPort;
  findProject: (projectId: number) => Promise<Project | undefined>;
  failures: FailureLimit;
  clock: Clock;
  log: Log;
  region: Region;
  regionUrls: RegionUrls;
  operator: { principalId: number; credential: string };
  /** False while changes made by other nodes would not be heard. */
  mayRemember: () => boolean;
};

export type Authenticator = AccessPort & {
  /** A living project, from memory when it is there: every request that enters a project asks for it. */
  project(projectId: number): Promise<Project | undefined>;
  forget(): void;
  close(): Promise<void>;
};

const OPERATOR_USERNAME = "operator";
const TOUCH_EVERY_MS = 60_000;
/** Stands in for the digest of an account that does not exist, so that both refusals take the same road and the same time. */
const NOBODY = sha256("nobody");

/**
 * A refusal goes out this long after the request came, not when the database has answered: finding an account and its secrets takes
 * 15 µs longer than finding nothing, and over a few thousand requests that told which names exist.
 */
const REFUSAL_MS = 25;

export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  // Keyed by the header as it came. A digest of it as key cost 4 µs a request and hid nothing: whoever can read our memory reads
  // the requests too. Only right pairs are remembered: an unknown name and a wrong secret both ask the database.
  const signedIn = createMemory<string, SignedIn>(deps.mayRemember, deps.clock);
  const projects = createMemory<number, Project>(deps.mayRemember, deps.clock);
  const workspaces = createMemory<number, number>(deps.mayRemember, deps.clock);
  const operator = operatorAccount(deps);
  const touch = createTouch(deps);

  async function askDatabase(header: string, credentials: BasicCredentials): Promise<SignedIn | undefined> {
    return signedIn.ask(header, async () => {
      const digest = sha256(credentials.secret);
      if (credentials.username === OPERATOR_USERNAME && sameDigest(digest, operator.digest)) return operator;
      const secrets = await deps.store.findSecrets(credentials.username, NOBODY);
      const match = secrets
        .filter((secret) => sameDigest(digest, secret.digest))
        .find(
          (secret) => secret.accountId !== 0 && (secret.expiresAt?.getTime() ?? Infinity) > deps.clock.now(),
        );
      if (match === undefined) return undefined;
      const membership = await deps.store.findMembership(match.accountId);
      const principal: Principal = {
        id: match.accountId,
        kind: "service_account",
        name: credentials.username,
        email: credentials.username,
        ...membership,
      };
      return { principal, expiresAt: match.expiresAt?.getTime() ?? Infinity };
    });
  }

  return {
    authenticate(header, clientAddress, session) {
      if (header === undefined && session !== undefined) return withSession(session);
      const remembered = header === undefined ? undefined : signedIn.get(header);
      return remembered ? judge(remembered, clientAddress) : signInAfresh(header, clientAddress);
    },

    async enterOrganization(account, organizationId) {
      const { principal } = account;
      if (principal.kind === "operator") {
        const exists = await deps.store.organizationExists(organizationId);
        return exists ? ok({ ...account, organizationId, role: "owner" }) : fail({ code: "no_access" });
      }
      const role = principal.organizationRoles.get(organizationId);
      if (role === undefined) return fail({ code: "no_access" });
      return principal.lockedOrganizations?.has(organizationId)
        ? fail({ code: "second_factor_required" })
        : ok({ ...account, organizationId, role });
    },

    enterProject(account, projectId) {
      const remembered = projects.get(projectId);
      return remembered
        ? enter(account, remembered)
        : project(projectId).then((found) => enter(account, found));
    },

    async enterWorkspace(account, workspaceId) {
      const projectId =
        workspaces.get(workspaceId) ??
        (await workspaces.ask(workspaceId, () => deps.store.findProjectOfWorkspace(workspaceId)));
      const entry = enter(account, projectId === undefined ? undefined : await project(projectId));
      return entry.ok ? ok({ ...entry.value, workspaceId }) : entry;
    },

    project,

    forget() {
      signedIn.forget();
      projects.forget();
      workspaces.forget();
    },

    close: () => touch.settle(),
  };

  /**
   * Asked each time: a session that was ended anywhere ends here at once, and people ask seldom. A cookie that is none of ours counts
   * as no failed sign-in: browsers send what they have.
   */
  async function withSession(session: SessionClaim): Promise<SignInOutcome> {
    const user = await deps.sessions.find(session);
    if (user === undefined) return fail({ code: "session_ended" });
    if (session.isForeign) return fail({ code: "foreign_page" });
    const [membership, lockedOrganizations] = await Promise.all([
      deps.store.findMembership(user.id),
      user.secondFactor ? new Set<number>() : deps.store.findSecondFactorOrganizations(user.id),
    ]);
    return ok({ ...user, kind: "user", ...membership, lockedOrganizations });
  }

  async function signInAfresh(header: string | undefined, clientAddress: string): Promise<SignInOutcome> {
    const credentials = parseBasicCredentials(header);
    if (header === undefined || credentials === undefined) return fail({ code: "unauthenticated" });
    // Begun before the question: what is left of a time worked out afterwards is rounded to whole milliseconds, which tells again.
    const soonest = sleep(REFUSAL_MS);
    const outcome = judge(await askDatabase(header, credentials), clientAddress);
    if (!outcome.ok) await soonest;
    return outcome;
  }

  function judge(account: SignedIn | undefined, clientAddress: string): SignInOutcome {
    if (account !== undefined && account.expiresAt > deps.clock.now()) {
      touch(account.principal);
      return ok(account.principal);
    }
    const tooMany = deps.failures.count(clientAddress);
    return fail(tooMany ? { code: "too_many_failures", ...tooMany } : { code: "unauthenticated" });
  }

  async function project(projectId: number): Promise<Project | undefined> {
    return projects.get(projectId) ?? projects.ask(projectId, () => deps.findProject(projectId));
  }

  function enter(account: AccountScope, entered: Project | undefined) {
    if (entered === undefined) return fail({ code: "no_access" } as const);
    const { principal } = account;
    const role =
      principal.kind === "operator"
        ? "owner"
        : effectiveProjectRole(
            principal.organizationRoles.get(entered.organizationId),
            principal.projectRoles.get(entered.id),
          );
    if (role === undefined) return fail({ code: "no_access" } as const);
    if (principal.lockedOrganizations?.has(entered.organizationId))
      return fail({ code: "second_factor_required" } as const);
    if (entered.region !== deps.region) {
      const url = deps.regionUrls[entered.region];
      const baseUrl = url === undefined ? undefined : `${url}/api/app`;
      return fail({ code: "other_region", region: entered.region, baseUrl } as const);
    }
    return ok({ ...account, projectId: entered.id, organizationId: entered.organizationId, role } as const);
  }
}

function operatorAccount(deps: AuthenticatorDeps): SignedIn & { digest: Buffer } {
  return {
    digest: sha256(deps.operator.credential),
    expiresAt: Infinity,
    principal: {
      id: deps.operator.principalId,
      kind: "operator",
      name: OPERATOR_USERNAME,
      email: "",
      organizationRoles: new Map(),
      projectRoles: new Map(),
    },
  };
}

/** Notes when an account was last used, at most once a minute and never in the way of a request. */
function createTouch(deps: AuthenticatorDeps) {
  const touched = new Map<number, number>();
  const underWay = new Set<Promise<void>>();
  const touch = (principal: Principal): void => {
    const now = deps.clock.now();
    if (
      principal.kind !== "service_account" ||
      now - (touched.get(principal.id) ?? -Infinity) < TOUCH_EVERY_MS
    )
      return;
    touched.set(principal.id, now);
    const write = deps.store
      .touchServiceAccount(principal.id, new Date(now))
      .catch((cause: unknown) => deps.log.warn({ err: cause }, "the time of last use could not be written"))
      .finally(() => underWay.delete(write));
    underWay.add(write);
  };
  return Object.assign(touch, { settle: async () => void (await Promise.all(underWay)) });
}
