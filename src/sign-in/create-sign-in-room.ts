import type { Kysely } from "kysely";
import type { RawRoute, Route } from "../http/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { ControlTables } from "../platform/control-db/index.ts";
import type { Randomness } from "../platform/secrets.ts";
import type { ProjectsRoom, SessionPort, SignIns } from "../projects/index.ts";
import type { SignInDeps } from "./deps.ts";
import { redeemRoutes } from "./links/redeem-routes.ts";
import { linkRoutes } from "./links/routes.ts";
import { createBrake } from "./password/brake.ts";
import { passwordsStore } from "./password/passwords-store.ts";
import { createTurns } from "./password/turns.ts";
import { signInRoutes } from "./routes.ts";
import { findSession } from "./session/find-session.ts";
import { createSessionCookies, type SessionCookies } from "./session/session-cookie.ts";
import { sessionsStore } from "./session/sessions-store.ts";

export type Sessions = SessionPort & { cookies: SessionCookies; signIns: SignIns };

/** What the projects room asks about sessions; made before it, because it fills its port. */
export function createSessions(deps: { db: Kysely<ControlTables>; clock: Clock; secret: string }): Sessions {
  const cookies = createSessionCookies(deps.secret);
  return {
    cookies,
    async find(claim) {
      const found = await findSession({ ...deps, cookies }, claim);
      return found && { id: found.id, name: found.name, email: found.email };
    },
    signIns: {
      endSessions: (tx, userId) => sessionsStore(tx).endAll(userId),
      withPassword: (userIds) => passwordsStore(deps.db).having(userIds),
    },
  };
}

export type SignInRoomOptions = {
  db: Kysely<ControlTables>;
  clock: Clock;
  randomness: Randomness;
  secret: string;
  sessions: Sessions;
  projects: Pick<ProjectsRoom, "access" | "failures" | "changes" | "people">;
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
  const { projects, sessions, ...rest } = options;
  const { access, failures, changes, people } = projects;
  const inTurn = createTurns(TURNS);
  const deps: SignInDeps = {
    ...{ ...rest, access, failures, changes, people, inTurn },
    cookies: sessions.cookies,
    brake: createBrake(failures.isOver, inTurn),
  };
  return {
    routes: linkRoutes(deps),
    rawRoutes: [...signInRoutes(deps), ...redeemRoutes(deps)],
    isUsed: async () => !(await passwordsStore(deps.db).isEmpty()),
  };
}
