import type { Kysely, Transaction } from "kysely";
import type { EventStore } from "../events/index.ts";
import type { FlagsStore } from "../flags/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { ControlTables } from "../platform/control-db/index.ts";
import type { Randomness } from "../platform/secrets.ts";
import type { ProjectsRoom } from "../projects/index.ts";

export type RecordChange = Parameters<Parameters<ProjectsRoom["changes"]["make"]>[1]>[1];

export type ExperimentDeps = {
  db: Kysely<ControlTables>;
  changes: ProjectsRoom["changes"];
  clock: Clock;
  randomness: Randomness;
  flags(db: Kysely<ControlTables> | Transaction<ControlTables>): FlagsStore;
  /** After a flag was changed through its store. */
  flagsChanged(projectId: number): void;
  events: Pick<EventStore, "query" | "catalog" | "positions" | "settlement">;
};
