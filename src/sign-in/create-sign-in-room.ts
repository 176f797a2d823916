import type { Kysely } from "kysely";
import type { RawRoute, Route } from "../http/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { ControlTables } from "../platform/control-db/index.ts";
import { networkOf } from "../platform/network-of.ts";
import type { Randomness } from "../platform/secrets.ts";
import { createFailureLimit, type ProjectsRoom, type SessionPort, type SignIns } from "../projects/index.ts";
import type { SignInDeps } from "./deps.ts";
import { invitationRoutes } from "./links/invitation-routes.ts";
import { redeemRoutes } from "./links/redeem-routes.ts";
import { linkRoutes } from "./links/routes.ts";
import { passkeyRoutes } from "./passkey/routes.ts";
import { createBrake } from "./password/brake.ts";
import { passwordsStore } from "./password/passwords-store.ts";
import { createTurns } from "./password/turns.ts";
import { signInRoutes } from "./routes.ts";
import { resetRoutes } from "./second-factor/reset-routes.ts";
import { secondFactorRoutes } from "./second-factor/routes.ts";
import { findSession } from "./session/find-session.ts";
import { createSessionCookies, type SessionCookies } from "./session/session-cookie.ts";
import { sessionsStore } from "./session/sessions-store.ts";

export type Sessions = SessionPort & { cookies: SessionCookies; sessionMaxS: number; signIns: SignIns };

export type SessionsOptions = {
  db: Kysely<ControlTables>;
  clock: Clock;
  secrets: readonly string[];
  sessionMaxDays: number;
};

const DAY_S = 24 * 3600;

/** What the projects module asks about sessions; created before it, because it fills its port. */
export function createSessions({ db, clock, secrets, sessionMaxDays }: SessionsOptions): Sessions {
  const [secret] = secrets;
  if (secret === undefined) throw new Error("there is no key to sign sessions with");
  const cookies = createSessionCookies(secret);
  const sessionMaxS = sessionMaxDays * DAY_S;
  return {
    cookies,
    sessionMaxS,
    async find(claim) {
      const found = await findSession({ db, clock, cookies, sessionMaxS }, claim);
      if (found === undefined) return undefined;
      const { id, name, email, secondFactor } = found;
      return { id, name, email, secondFactor };
    },
    signIns: {
      endSessions: (tx, userId) => sessionsStore(tx).endAll(userId),
      withPassword: (userIds) => passwordsStore(db).having(userIds),
    },
  };
}

export type SignInRoomOptions = {
  db: Kysely<ControlTables>;
  clock: Clock;
  randomness: Randomness;
  secrets: readonly string[];
  sessions: Sessions;
  failuresPerMinute: number;
  projects: Pick<ProjectsRoom, "access" | "failures" | "changes" | "people" | "invitations">;
  publicUrl: () => string;
};

/** Two at once leave threads for the journal; a hundred who wait are answered within half a minute. */
const TURNS = { atOnce: 2, waitingMax: 100 };

export type SignInRoom = {
  routes: Route[];
  rawRoutes: RawRoute[];
  /** Whether anybody has set a password yet. */
  isUsed(): Promise<boolean>;
};

export function createSignInRoom(options: SignInRoomOptions): SignInRoom {
  const { projects, sessions, failuresPerMinute, ...rest } = options;
  const { access, failures, changes, people, invitations } = projects;
  const { cookies, sessionMaxS } = sessions;
  const inTurn = createTurns(TURNS);
  const accountFailures = createFailureLimit(rest.clock, failuresPerMinute, (email) => email.toLowerCase());
  const deps: SignInDeps = {
    ...{ ...rest, access, failures, accountFailures, changes, people, invitations, inTurn },
    ...{ cookies, sessionMaxS },
    brake: createBrake({
      ...{ isOver: failures.isOver, isAccountOver: accountFailures.isOver, inTurn },
      async isKnown(email, address) {
        const user = await people.findByEmail(email);
        const addresses = user === undefined ? [] : await sessionsStore(rest.db).addressesOf(user.id);
        return addresses.some((known) => networkOf(known) === networkOf(address));
      },
    }),
  };
  return {
    routes: [...linkRoutes(deps), ...resetRoutes(deps)],
    rawRoutes: [
      ...signInRoutes(deps),
      ...redeemRoutes(deps),
      ...invitationRoutes(deps),
      ...secondFactorRoutes(deps),
      ...passkeyRoutes(deps),
    ],
    isUsed: async () => !(await passwordsStore(deps.db).isEmpty()),
  };
}
