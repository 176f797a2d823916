import type { Kysely, Transaction } from "kysely";
import type { Clock } from "../platform/clock.ts";
import type { Region, RegionUrls } from "../platform/config/index.ts";
import type { ControlTables } from "../platform/control-db/index.ts";
import type { Randomness } from "../platform/secrets.ts";
import type { Changes } from "./audit/changes.ts";
import type { Project } from "./project/projects-store.ts";

/** What is asked of the room where people sign in. */
export type SignIns = {
  /** Ends everything a person is signed in with, in the transaction that takes them out. */
  endSessions(tx: Transaction<ControlTables>, userId: number): Promise<void>;
  /** Those among them who have set a password. */
  withPassword(userIds: readonly number[]): Promise<ReadonlySet<number>>;
};

/** What the functions of this room may ask for; each names the few it needs. */
export type ProjectsDeps = {
  db: Kysely<ControlTables>;
  changes: Changes;
  clock: Clock;
  randomness: Randomness;
  region: Region;
  regionUrls: RegionUrls;
  publicUrl: () => string;
  purgeDays: number;
  signIns: SignIns;
  /** A living project, from memory when it is there. */
  project(projectId: number): Promise<Project | undefined>;
};
