import type { Kysely } from "kysely";
import type { Route } from "../http/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { ControlTables } from "../platform/control-db/index.ts";
import { applyBatches, type PlacedBatch } from "./apply-batches.ts";
import { countPeople, erasePeople, eraseUpdates, type PeopleToErase } from "./erase-people.ts";
import type { ResolveId } from "./find-person.ts";
import { positionsStore } from "./positions-store.ts";
import { type ProfilesReader, profilesReader } from "./profiles-reader.ts";
import { profilesStore } from "./profiles-store.ts";
import { profileRoutes } from "./routes.ts";
import { findGroupKeys, findSeenProperties, type SeenProfileProperty } from "./seen-properties.ts";
import { type SessionsStore, sessionsStore } from "./sessions-store.ts";
import { findTallies } from "./tallies-reader.ts";
import { tallyRoutes } from "./tally-routes.ts";
import { PROFILE_LIMITS, type ProfileLimits } from "./types.ts";

export type ProfilesRoomOptions = {
  db: Kysely<ControlTables>;
  /** Which journal the positions are of: this data folder's. */
  journalId: string;
  clock: Clock;
  /** Whose an id is that has no profile of its own; by default nobody's. */
  resolve?: ResolveId;
  limits?: ProfileLimits;
};

export type ProfilesRoom = {
  /** How far the frames of a lane have been applied. */
  position(lane: string): Promise<number>;
  apply(lane: string, batches: readonly PlacedBatch[], upTo: number): Promise<void>;
  removeProject(projectId: number): Promise<void>;
  /** Takes persons out of the profiles, and out of the journal's frames of updates. */
  erasing: {
    erase(lane: string, people: PeopleToErase): Promise<number>;
    count(projectId: number, ids: readonly string[], before: Date): Promise<number>;
    frames: typeof eraseUpdates;
  };
  reader: ProfilesReader;
  /** What profiles are made of, declared or not. */
  seen: {
    groupKeys(projectId: number): Promise<string[]>;
    properties(projectId: number, groupKey: string): Promise<Map<string, SeenProfileProperty>>;
  };
  sessions: SessionsStore;
  routes: Route[];
};

export function createProfilesRoom(options: ProfilesRoomOptions): ProfilesRoom {
  const { db, journalId, clock, limits = PROFILE_LIMITS, resolve = async (_project, id) => id } = options;
  const reader = profilesReader(db);
  return {
    reader,
    seen: {
      groupKeys: (projectId) => findGroupKeys(db, projectId),
      properties: (projectId, groupKey) => findSeenProperties(db, projectId, groupKey),
    },
    sessions: sessionsStore(db),
    routes: [
      ...profileRoutes({ reader, resolve }),
      ...tallyRoutes({ clock, findTallies: (projectId, days) => findTallies(db, projectId, days) }),
    ],
    position: (lane) => positionsStore(db, journalId).find(lane),
    apply: (lane, batches, upTo) => applyBatches({ db, journalId, limits }, lane, batches, upTo),
    removeProject: (projectId) => profilesStore(db).removeProject(projectId),
    erasing: {
      erase: (lane, people) => erasePeople({ db, journalId, limits }, lane, people),
      count: (projectId, ids, before) => countPeople(db, projectId, ids, before),
      frames: eraseUpdates,
    },
  };
}
