import type { Kysely } from "kysely";
import type { Route } from "../../http/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { type BoundJob, bindJob, type Jobs } from "../../platform/jobs/index.ts";
import type { Log } from "../../platform/log.ts";
import { createOutbound, type Outbound } from "../../platform/outbound/index.ts";
import type { Sealing } from "../../platform/sealing/index.ts";
import type { Randomness } from "../../platform/secrets.ts";
import type { ProfilesRoom } from "../../profiles/index.ts";
import type { ProjectsRoom } from "../../projects/index.ts";
import { runImport, startDispatcher, type WarehouseDeps, warehouseRoutes } from "../../warehouse/index.ts";
import { bulkAppends } from "./bulk-appends.ts";
import type { DataPath } from "./open-data-path.ts";

export type OpenWarehouseDeps = {
  config: Pick<Config, "WAREHOUSE_FILES_DIR" | "WAREHOUSE_SYNCS_PER_HOUR">;
  db: Kysely<ControlTables>;
  clock: Clock;
  randomness: Randomness;
  log: Log;
  sealing: Sealing;
  outbound: Outbound;
  dataPath: Pick<DataPath, "journal" | "store" | "loader" | "acceptLinesWide" | "lookupTables">;
  profiles: Pick<ProfilesRoom, "reader">;
  projects: Pick<ProjectsRoom, "changes" | "groupKeys">;
  jobs: () => Pick<Jobs, "send">;
  reach?: ((point: string) => void) | undefined;
};

export const openOutbound = ({ OUTBOUND_NETWORKS }: Pick<Config, "OUTBOUND_NETWORKS">): Outbound =>
  createOutbound(OUTBOUND_NETWORKS ?? undefined);

/** Warehouses: what they reach of the data path, their routes and their jobs. */
export function openWarehouse(deps: OpenWarehouseDeps): {
  routes: Route[];
  jobs: BoundJob[];
  /** Begins to look for imports that are due; answers how to stop. Jobs have to run by then. */
  start(): () => Promise<void>;
} {
  const { config, dataPath, projects, clock, reach = () => undefined } = deps;
  const { journal, store, loader } = dataPath;
  const append = bulkAppends(dataPath, clock, "warehouse");
  const warehouse: WarehouseDeps = {
    ...deps,
    ...projects,
    reach,
    filesFolder: config.WAREHOUSE_FILES_DIR === "none" ? null : config.WAREHOUSE_FILES_DIR,
    syncsPerHour: config.WAREHOUSE_SYNCS_PER_HOUR,
    acceptLines: dataPath.acceptLinesWide,
    lookupTables: dataPath.lookupTables,
    store,
    loader,
    frames: { append: append.frames, synced: () => journal.synced() },
    profiles: { append: append.profiles, findMany: deps.profiles.reader.findMany },
  };
  return {
    routes: warehouseRoutes(warehouse),
    jobs: [bindJob(runImport, warehouse)],
    start: () => startDispatcher(warehouse),
  };
}
