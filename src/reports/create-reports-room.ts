import type { NameDictionary } from "../dictionary/index.ts";
import type { EventStore } from "../events/index.ts";
import type { RawRoute, Route } from "../http/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { createSlots } from "../platform/slots.ts";
import type { Doors } from "../projects/index.ts";
import { activityRoutes } from "./activity/routes.ts";
import { streamQueryRoute } from "./activity/stream-query-routes.ts";
import { exportRoute } from "./export/routes.ts";
import { EXPORT_SETTINGS, type ExportSettings } from "./export/start-export.ts";
import type { Lookups } from "./lookups.ts";
import { queryNamesRoutes } from "./names/query-routes.ts";
import { namesRoutes } from "./names/routes.ts";
import type { Calendar } from "./plan/units.ts";
import { reportRoutes } from "./query/routes.ts";
import type { PeopleReader } from "./run/read-people.ts";
import { searchRoutes } from "./search/routes.ts";
import { segmentationRoutes } from "./segmentation/routes.ts";

export type ReportsRoomOptions = {
  store: Pick<
    EventStore,
    | "scan"
    | "readPage"
    | "readPlaces"
    | "eventNames"
    | "propertyNames"
    | "topValues"
    | "resolveIds"
    | "query"
    | "catalog"
    | "dialect"
    | "lookupTables"
  >;
  /** In which zone a project's days begin, and how it counts weeks. */
  calendarOf(projectId: number): Promise<Calendar>;
  doors: Pick<Doors, "open">;
  lookups?: Lookups | undefined;
  /** Whose properties questions may ask about. */
  people?: PeopleReader | undefined;
  dictionary?: NameDictionary | undefined;
  clock: Clock;
  log: Log;
  /** Exports that may run at the same time, of all projects together. */
  exportsMax?: number;
  exportSettings?: Partial<ExportSettings>;
  reportTimeoutMs?: number;
};

/** Each export holds a reader of the store open and up to a megabyte; this many leave room for everybody else. */
const EXPORTS_MAX = 16;
/** Reports that are asked at a time, most of them waiting: the store answers two. */
const REPORTS_MAX = 32;
/** Each may hold 32 MB of what profiles say, and the engine a copy. */
const PEOPLE_MAX = 2;
const REPORT_TIMEOUT_MS = 300_000;

export type ReportsRoom = {
  routes: Route[];
  rawRoutes: RawRoute[];
  /** Breaks off the exports that still run: call it before the server waits for its connections, and the store closes after. */
  close(): void;
};

export function createReportsRoom(options: ReportsRoomOptions): ReportsRoom {
  const {
    store,
    doors,
    lookups,
    people,
    dictionary,
    clock,
    log,
    exportsMax = EXPORTS_MAX,
    exportSettings,
  } = options;
  const settings = { ...EXPORT_SETTINGS, ...exportSettings };
  const stopping = new AbortController();
  const slots = createSlots(exportsMax);
  const exporting = { store, doors, lookups, clock, log, slots, settings, stopping: stopping.signal };
  const reporting = {
    ...{ store, lookups, dictionary, clock, calendarOf: options.calendarOf },
    people: people && { reader: people, slots: createSlots(PEOPLE_MAX) },
    slots: createSlots(REPORTS_MAX),
    reportTimeoutMs: options.reportTimeoutMs ?? REPORT_TIMEOUT_MS,
  };
  return {
    routes: [
      ...namesRoutes({ store, lookups, dictionary, clock }),
      ...activityRoutes({ store }),
      ...reportRoutes(reporting),
      ...searchRoutes(reporting),
    ],
    rawRoutes: [
      exportRoute(exporting),
      streamQueryRoute(exporting),
      ...queryNamesRoutes({ store, doors, dictionary, clock }),
      ...segmentationRoutes({ ...reporting, doors }),
    ],
    close: () => stopping.abort(),
  };
}
