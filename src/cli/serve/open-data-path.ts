import type { Kysely } from "kysely";
import type { RecordAudit, Schemas } from "../../dictionary/index.ts";
import type { ErasurePort } from "../../erasures/index.ts";
import type { EventStore } from "../../events/index.ts";
import type { Part, RawRoute, Route } from "../../http/index.ts";
import {
  type Accept,
  type AcceptDeps,
  type AcceptLines,
  createAccept,
  createCatalogs,
  createLiveTail,
  createRateLimit,
  createUnpacking,
  DEFAULT_LIMITS,
  type FindColumns,
  importRoutes,
  type Limits,
  liveRoutes,
} from "../../ingestion/index.ts";
import { setAsideRoutes, usageRoutes } from "../../loader/index.ts";
import type { Config } from "../../platform/config/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { Metrics } from "../../platform/metrics.ts";
import type { ProfilesRoom } from "../../profiles/index.ts";
import type { Doors, Purge } from "../../projects/index.ts";
import { type Calendar, createReportsRoom } from "../../reports/index.ts";
import { dataPathParts, watchDataPath } from "./data-path-status.ts";
import { guardReads } from "./guard-reads.ts";
import { keepJournalShort } from "./journal-retention.ts";
import { openDiagnostics } from "./open-diagnostics.ts";
import { type EventParts, type EventPartsDeps, eventFolders, openEventParts } from "./open-event-parts.ts";
import { openLookupTables } from "./open-lookup-tables.ts";
import { openProfileDoors } from "./open-profile-doors.ts";
import { openSdkDoors } from "./open-sdk-doors.ts";
import { purgeEvents } from "./purge-events.ts";

/** The way of an event through the server: door, journal, loader, store. */
export type DataPath = EventParts & {
  accept: Accept;
  acceptLines: AcceptLines;
  /** For `acceptLines`. */
  findColumns: FindColumns;
  /** Of what `accept` takes. */
  limits: Limits;
  /** For rooms that put properties of their own on each event, beside those it may have. */
  acceptLinesWide: AcceptLines;
  lookupTables: ReturnType<typeof openLookupTables>["lookupTables"];
  parts: Part[];
  routes: Route[];
  rawRoutes: RawRoute[];
  purge: Purge;
  lookups: ReturnType<typeof openLookupTables>["lookups"];
  /** Which devices are whose. */
  links: Pick<EventStore, "resolveIds">;
  /** Ends answers that would never end by themselves. */
  endStreams(): void;
  /** Samples of diagnostics, as far as they are about persons. */
  samples: ErasurePort;
  /** Settles when nothing can be accepted any more. */
  broken: Promise<string>;
};

export type DataPathDeps = Omit<EventPartsDeps, "onFatal" | "config"> & {
  config: Config;
  doors: Pick<Doors, "open" | "projectOf">;
  /** In which zone a project's days begin. */
  calendarOf(projectId: number): Promise<Calendar>;
  metrics: Metrics;
  profiles: ProfilesRoom;
  db: Kysely<ControlTables>;
  /** Where changes of lookup tables are written down. */
  audit: RecordAudit;
  /** What a project's dictionary leaves out and declares, and who hears of what is otherwise. */
  schemas: Pick<Schemas, "rules" | "violations" | "names" | "pageRoutes">;
};

export async function openDataPath(deps: DataPathDeps): Promise<DataPath> {
  const { config, clock, log, closers, doors } = deps;
  const { rules, violations } = deps.schemas;
  const fatal = Promise.withResolvers<string>();
  const parts = await openEventParts({ ...deps, onFatal: fatal.resolve });
  const { journal, files, store, loader } = parts;
  const days = config.JOURNAL_RETENTION_DAYS;
  closers.add("journal retention", keepJournalShort({ journal, loader, clock, log }, days));
  const catalogs = createCatalogs(files);
  const limits = limitsOf(config);
  const diagnostics = openDiagnostics(deps);
  const { sampler } = diagnostics;
  const countRecords = watchDataPath(deps.metrics, { journal, loader });
  const onCounted: AcceptDeps["onCounted"] = (scope, receipt) => {
    countRecords(scope, receipt);
    diagnostics.onCounted(scope, receipt);
    if (receipt.violations?.length) violations.note(scope.projectId, receipt.violations);
  };
  const { accept, acceptBody, acceptLines, findColumns } = createAccept({
    ...{ journal, catalogs, limits, clock, onCounted, sampler, rules },
  });
  const wideLimits = { ...limits, propertiesMax: limits.propertiesMax + OWN_PROPERTIES };
  const { acceptLines: acceptLinesWide } = createAccept({
    ...{ journal, catalogs, limits: wideLimits, clock, onCounted, sampler, rules },
  });
  const reads = guardReads(store, loader);
  const spoolFolder = eventFolders(deps.folder).scratch;
  const lookups = openLookupTables({
    db: deps.db,
    journal,
    store: reads,
    doors,
    spoolFolder,
    audit: deps.audit,
  });
  const reports = createReportsRoom({
    ...{ store: reads, doors, clock, log, exportsMax: config.EXPORTS_MAX },
    ...{ lookups: lookups.lookups, dictionary: deps.schemas.names, calendarOf: deps.calendarOf },
    people: deps.profiles.reader,
  });
  // Whoever still reads when the time for finishing is over reads no further.
  closers.add("exports", async () => reports.close());
  const unpacking = createUnpacking();
  const legacyApiKey = config.LEGACY_API_KEY === "on";
  const rateLimit = createRateLimit(config.IMPORT_EVENTS_PER_MINUTE, clock);
  const tail = createLiveTail({ journal, declarations: files.read, log, settings: deps.tuning?.live ?? {} });
  const wire = { limits, unpacking, redirectHosts: config.SDK_REDIRECT_HOSTS };
  const sdkRoutes = openSdkDoors({
    ...{ journal, catalogs, limits, clock, onCounted, sampler, rules },
    ...{ config, wire, doors, rateLimit, metrics: deps.metrics },
  });
  const profileDoors = openProfileDoors({
    ...{ loader, wire, doors, limits, clock, metrics: deps.metrics, diagnostics },
  });
  return {
    ...parts,
    accept,
    limits,
    acceptLines,
    findColumns,
    acceptLinesWide,
    lookupTables: lookups.lookupTables,
    parts: [...dataPathParts({ journal, loader }), profileDoors.part],
    routes: [
      ...usageRoutes({ store: reads, loader, clock }),
      ...setAsideRoutes(loader),
      ...reports.routes,
      ...lookups.routes,
      ...diagnostics.routes,
      ...deps.schemas.pageRoutes(reads, deps.profiles.seen),
    ],
    rawRoutes: [
      ...importRoutes({ acceptBody, limits, rateLimit, unpacking, doors, legacyApiKey }),
      ...sdkRoutes,
      ...liveRoutes({ tail, doors }),
      ...profileDoors.rawRoutes,
      ...reports.rawRoutes,
      ...lookups.rawRoutes,
    ],
    endStreams: tail.close,
    purge: async (projectId) => {
      await purgeEvents({ journal, store, loader, catalogs })(projectId);
      await diagnostics.purge(projectId);
    },
    samples: {
      erase: async (projectId, ids) =>
        (await diagnostics.erasing.erase(projectId, ids)) + (await violations.erase(projectId, ids)),
      count: async (projectId, ids, before) =>
        (await diagnostics.erasing.count(projectId, ids, before)) +
        (await violations.count(projectId, ids, before)),
    },
    lookups: lookups.lookups,
    links: reads,
    broken: fatal.promise,
  };
}

/** What says where an imported event comes from, and its own names for time and ids. */
const OWN_PROPERTIES = 12;

const limitsOf = (config: Config): Limits => ({
  ...DEFAULT_LIMITS,
  eventsMax: config.IMPORT_EVENTS_MAX,
  bodyMaxBytes: config.IMPORT_BODY_MAX_BYTES,
  eventMaxBytes: config.EVENT_MAX_BYTES,
  propertiesMax: config.EVENT_PROPERTIES_MAX,
  keysMax: config.EVENT_KEYS_MAX,
  listMax: config.EVENT_LIST_MAX,
  depthMax: config.EVENT_DEPTH_MAX,
});
