import type { Kysely } from "kysely";
import type { Clock } from "../platform/clock.ts";
import type { ControlTables } from "../platform/control-db/index.ts";
import type { Randomness } from "../platform/secrets.ts";
import type { FailureLimit, ProjectsRoom } from "../projects/index.ts";
import type { Brake } from "./password/brake.ts";
import type { InTurn } from "./password/turns.ts";
import type { SessionCookies } from "./session/session-cookie.ts";

/** What the functions of this room may ask for; each names the few it needs. */
export type SignInDeps = {
  db: Kysely<ControlTables>;
  clock: Clock;
  randomness: Randomness;
  /** The first signs and encrypts; each of them decrypts. */
  secrets: readonly string[];
  cookies: SessionCookies;
  /** Seconds after the sign-in at which a session ends, used or not. */
  sessionMaxS: number;
  access: ProjectsRoom["access"];
  failures: ProjectsRoom["failures"];
  /** Failed sign-ins by account, from whichever address. */
  accountFailures: FailureLimit;
  changes: ProjectsRoom["changes"];
  people: ProjectsRoom["people"];
  invitations: ProjectsRoom["invitations"];
  publicUrl: () => string;
  /** Checks and makes password hashes, a few at a time. */
  inTurn: InTurn;
  /** The same for a password that may be a guess. */
  brake: Brake;
};
