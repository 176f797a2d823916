import type { Kysely } from "kysely";
import type { RawRoute, Route } from "../http/index.ts";
import type { Clock } from "../platform/clock.ts";
import { type ChangeListener, type ControlTables, listenForChanges } from "../platform/control-db/index.ts";
import type { Log } from "../platform/log.ts";
import type { Randomness } from "../platform/secrets.ts";
import type { Doors } from "../projects/index.ts";
import { testerErasing } from "./erase-testers.ts";
import { type EvaluationDeps, evaluationRoutes } from "./evaluation/routes.ts";
import { createServedFlags } from "./evaluation/served-flags.ts";
import { FLAGS_CHANNEL, flagsStore } from "./flags-store.ts";
import { flagRoutes } from "./manage/routes.ts";
import type { ChangeFlagsDeps } from "./manage/settle-flag.ts";

export type FlagsRoomOptions = Pick<ChangeFlagsDeps, "changes" | "hasExperiment"> & {
  db: Kysely<ControlTables>;
  /** Given when other nodes share the control database: their changes are then listened for. */
  sharedDatabaseUrl: string | undefined;
  doors: Pick<Doors, "open">;
  definitionsAccess: EvaluationDeps["definitionsAccess"];
  clock: Clock;
  randomness: Randomness;
  log: Log;
};

export type FlagsRoom = {
  routes: Route[];
  rawRoutes: RawRoute[];
  /** For whoever changed a flag through the store: this node then serves it as it is now. */
  forget(projectId: number): void;
  /** What erasing a person takes out of the rules of flags. */
  erasing: ReturnType<typeof testerErasing>;
  close(): Promise<void>;
};

export async function createFlagsRoom(options: FlagsRoomOptions): Promise<FlagsRoom> {
  const { db, sharedDatabaseUrl, clock, log } = options;
  const flags = flagsStore(db);
  let listener: ChangeListener | undefined;
  const served = createServedFlags({
    load: flags.listEnabled,
    // Alone on the database, every change is our own; otherwise we must be able to hear of the others'.
    mayRemember: () => sharedDatabaseUrl === undefined || (listener?.connected() ?? false),
    clock,
  });
  if (sharedDatabaseUrl !== undefined)
    listener = await listenForChanges({
      url: sharedDatabaseUrl,
      channel: FLAGS_CHANNEL,
      onChange: (payload) => served.forget(payload === undefined ? undefined : Number(payload)),
      log,
    });
  const { changes, hasExperiment, randomness, doors, definitionsAccess } = options;
  return {
    routes: flagRoutes({ flags, changes, hasExperiment, clock, randomness, afterChange: served.forget }),
    rawRoutes: evaluationRoutes({ doors, served, definitionsAccess }),
    forget: served.forget,
    erasing: testerErasing(db, served.forget),
    close: async () => await listener?.close(),
  };
}
