import type { ErasurePort } from "../../erasures/index.ts";
import { createExperimentsRoom, type ExperimentDeps, experimentsStore } from "../../experiments/index.ts";
import { createFlagsRoom, flagsStore } from "../../flags/index.ts";
import type { RawRoute, Route } from "../../http/index.ts";
import type { Config } from "../../platform/config/index.ts";
import type { Log } from "../../platform/log.ts";
import type { ProjectsRoom } from "../../projects/index.ts";
import type { Closers } from "./closers.ts";
import { guardReads } from "./guard-reads.ts";
import { together } from "./open-erasures.ts";
import type { EventParts } from "./open-event-parts.ts";

export type OpenExperimentsDeps = Omit<ExperimentDeps, "flags" | "flagsChanged" | "events"> & {
  parts: Pick<EventParts, "store" | "loader">;
  config: Pick<Config, "DATABASE_URL" | "FLAG_DEFINITIONS_ACCESS">;
  doors: ProjectsRoom["doors"];
  log: Log;
  closers: Closers;
};

/** Flags and the experiments that rest on them. A flag may name an experiment, so each asks the other through this file. */
export async function openExperiments(deps: OpenExperimentsDeps): Promise<{
  routes: Route[];
  rawRoutes: RawRoute[];
  /** What its jobs work on. */
  deps: ExperimentDeps;
  erasing: ErasurePort;
}> {
  const { config, parts, doors, log, closers, db, changes, clock, randomness } = deps;
  const flags = await createFlagsRoom({
    definitionsAccess: config.FLAG_DEFINITIONS_ACCESS,
    ...{ db, changes, clock, randomness, doors, log },
    sharedDatabaseUrl: config.DATABASE_URL,
    hasExperiment: (tx, workspaceId, id) => experimentsStore(tx).exists(workspaceId, id),
  });
  closers.add("flags", flags.close);
  const own: ExperimentDeps = {
    ...{ db, changes, clock, randomness },
    events: guardReads(parts.store, parts.loader),
    flags: flagsStore,
    flagsChanged: flags.forget,
  };
  const experiments = createExperimentsRoom(own);
  return {
    routes: [...flags.routes, ...experiments.routes],
    rawRoutes: flags.rawRoutes,
    deps: own,
    erasing: together(flags.erasing, experiments.erasing),
  };
}
