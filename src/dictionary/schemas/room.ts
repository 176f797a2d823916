import type { Kysely } from "kysely";
import type { Route } from "../../http/index.ts";
import type { Clock } from "../../platform/clock.ts";
import {
  type ChangeListener,
  type ControlTables,
  listenForChanges,
} from "../../platform/control-db/index.ts";
import type { Log } from "../../platform/log.ts";
import type { RecordAudit } from "../audit.ts";
import { modesStore } from "../conformance/modes-store.ts";
import { settingsRoutes } from "../conformance/settings-routes.ts";
import { violationRoutes } from "../conformance/violation-routes.ts";
import { createViolationsRecorder, type ViolationsRecorder } from "../conformance/violations-recorder.ts";
import { violationsStore } from "../conformance/violations-store.ts";
import { createDeclaredProperties } from "../page/declared-properties.ts";
import { editRoutes } from "../page/edit-routes.ts";
import { createNameDictionary, type NameDictionary } from "../page/name-marks.ts";
import { propertyRoutes } from "../page/property-routes.ts";
import { pageRoutes } from "../page/routes.ts";
import { createSeenEvents, type SeenStore } from "../page/seen-events.ts";
import { createSeenInEvents } from "../page/seen-in-events.ts";
import { createSeenProfiles, type ProfileSource } from "../page/seen-profiles.ts";
import { findSeenProperties } from "../page/seen-properties.ts";
import { createSummaries } from "../page/summaries.ts";
import { transferRoutes } from "../transfer/routes.ts";
import { createChangeDictionary, DICTIONARY_CHANNEL } from "./change-dictionary.ts";
import { entriesStore } from "./entries-store.ts";
import { historyStore } from "./history-store.ts";
import { createSchemaUsage, type SchemaLimits } from "./limits.ts";
import { readRules } from "./read-rules.ts";
import { schemaRoutes } from "./routes.ts";
import type { FindRules } from "./rules.ts";
import { createRulesMemory } from "./rules-memory.ts";

export type SchemasOptions = {
  db: Kysely<ControlTables>;
  /** Given when other nodes share the control database: their changes are then listened for. */
  sharedDatabaseUrl: string | undefined;
  clock: Clock;
  log: Log;
  limits: SchemaLimits;
  bodyMaxBytes: number;
  audit: RecordAudit;
};

export type Schemas = {
  routes: Route[];
  /** What ingestion must know: from the next batch on at this node, within a second at others. */
  rules: FindRules;
  /** What of the events is not as declared; and how to take away what it shows of persons. */
  violations: Pick<ViolationsRecorder, "note"> & {
    erase(projectId: number, ids: readonly string[]): Promise<number>;
    count(projectId: number, ids: readonly string[], before: Date): Promise<number>;
  };
  /** What is said of names, for lists to choose from. */
  names: NameDictionary;
  /** The dictionary as people look at it, with what the store of events has seen. */
  pageRoutes(store: SeenStore, profiles: ProfileSource): Route[];
  close(): Promise<void>;
};

/** What is declared about events and profiles. */
export async function openSchemas(options: SchemasOptions): Promise<Schemas> {
  const { db, clock, log, sharedDatabaseUrl } = options;
  const entries = entriesStore(db);
  let listener: ChangeListener | undefined;
  const modes = modesStore(db);
  const rules = createRulesMemory({
    read: (projectId, before) => readRules({ entries, modes }, projectId, before),
    // Alone on the database, every change is our own; otherwise we must be able to hear of the others'.
    mayRemember: () => sharedDatabaseUrl === undefined || (listener?.connected() ?? false),
    clock,
  });
  if (sharedDatabaseUrl !== undefined)
    listener = await listenForChanges({
      url: sharedDatabaseUrl,
      channel: DICTIONARY_CHANNEL,
      onChange: (payload) => rules.forget(payload === undefined ? undefined : Number(payload)),
      log,
    });
  const change = createChangeDictionary({ db, clock, audit: options.audit, afterChange: rules.forget });
  const usage = createSchemaUsage(options.limits, clock);
  const summaries = createSummaries(entries);
  const violations = violationsStore(db);
  const recorder = createViolationsRecorder({ store: violations, clock, log });
  return {
    routes: [
      ...schemaRoutes({
        ...{ entries, change, usage },
        history: historyStore(db),
        bodyMaxBytes: options.bodyMaxBytes,
      }),
      ...editRoutes({ change }),
      ...settingsRoutes({ change, modes }),
      ...violationRoutes({ db, recorder }),
    ],
    rules: rules.find,
    names: createNameDictionary(summaries),
    violations: {
      note: recorder.note,
      async erase(projectId, ids) {
        // What has not been written yet would come back a moment later.
        await recorder.flush();
        return violations.removeSamplesOf(projectId, ids);
      },
      count: violations.countSamplesOf,
    },
    pageRoutes: (store, profiles) => {
      const seeing = { store, clock };
      const seen = {
        seenEvents: createSeenEvents(seeing),
        seenInEvents: createSeenInEvents(seeing),
        seenProfiles: createSeenProfiles(profiles),
        seenProperties: (projectId: number, event: string) => findSeenProperties(seeing, projectId, event),
      };
      const declaredProperties = createDeclaredProperties(entries);
      const page = { entries, db, clock, summaries, change, flushViolations: recorder.flush, ...seen };
      return [
        ...pageRoutes(page),
        ...propertyRoutes({ ...page, declaredProperties }),
        ...transferRoutes({ ...page, bodyMaxBytes: options.bodyMaxBytes }),
      ];
    },
    async close() {
      await recorder.close();
      await listener?.close();
    },
  };
}
