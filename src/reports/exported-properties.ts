import { insertIdOf, type StoredEvent } from "../events/index.ts";
import type { Readers } from "./expression/build.ts";
import type { Joining } from "./join-lookups.ts";

type Read = (event: StoredEvent) => unknown;

const SOURCE_OF_CONNECTOR = "warehouse-import";
const cameFromMigration = ({ lineage }: StoredEvent): boolean => lineage.source.startsWith("migration-");
const cameFromConnector = (event: StoredEvent): boolean =>
  !cameFromMigration(event) && (event.lineage.source === "warehouse" || event.lineage.importId !== undefined);
const ofConnector =
  (read: Read): Read =>
  (event) =>
    cameFromConnector(event) ? read(event) : undefined;
const isImported = (event: StoredEvent): boolean =>
  cameFromConnector(event) || cameFromMigration(event) || event.lineage.source === "import";
const sourceOf: Read = (event) =>
  cameFromConnector(event)
    ? SOURCE_OF_CONNECTOR
    : cameFromMigration(event)
      ? event.lineage.source
      : undefined;

/**
 * What every event has besides the properties its record gave, under the names people filter by. They win over a property of the
 * same name; where they have no value it shows. Undefined is left out.
 */
export const ADDED_PROPERTIES: readonly (readonly [name: string, read: Read])[] = [
  ["distinct_id", (event) => event.resolvedId],
  // What the event itself says, where its device has turned out to be somebody's.
  [
    "$distinct_id_before_identity",
    ({ distinctId, resolvedId }) => (distinctId === resolvedId ? undefined : distinctId),
  ],
  ["$insert_id", insertIdOf],
  ["mp_processing_time_ms", (event) => event.receivedMs],
  ["$device_id", (event) => event.deviceId ?? undefined],
  ["$user_id", (event) => event.userId ?? undefined],
  ["$import", (event) => (isImported(event) ? true : undefined)],
  ["$source", sourceOf],
  ["$warehouse_import_id", ofConnector(({ lineage }) => wholeOrText(lineage.importId))],
  ["$warehouse_import_job_id", ofConnector(({ lineage }) => lineage.jobId)],
  ["$warehouse_import_run_id", ofConnector(({ lineage }) => lineage.runId)],
  ["$migration_job_id", (event) => (cameFromMigration(event) ? event.lineage.jobId : undefined)],
];

/** Import ids are whole numbers on the wire; the store keeps them as text. */
const wholeOrText = (id: string | undefined): string | number | undefined =>
  id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : id;

export const secondsOf = (event: StoredEvent): number => Math.floor(event.timeMs / 1000);

/** An event's properties as readers see them. A name stands once. */
export const exportedProperties = (event: StoredEvent): Record<string, unknown> =>
  Object.fromEntries([
    ["time", secondsOf(event)],
    ...Object.entries(event.properties).filter(([name]) => name !== "time"),
    ...ADDED_PROPERTIES.flatMap(([name, read]) => {
      const value = read(event);
      return value === undefined ? [] : [[name, value] as const];
    }),
  ]);

const ADDED = new Map<string, Read>([["time", secondsOf], ...ADDED_PROPERTIES]);
const FIELDS = new Map<string, Read>([
  ["$time", (event) => new Date(event.timeMs)],
  ["$event_name", (event) => event.event],
]);

/**
 * How an expression looks things up in an event. `properties["time"]` is in seconds whatever the export prints: what a filter keeps
 * must not depend on how the answer looks.
 */
export const EVENT_READERS: Readers<StoredEvent> = {
  properties(name) {
    const added = ADDED.get(name);
    const own: Read = ({ properties }) => (Object.hasOwn(properties, name) ? properties[name] : undefined);
    return added === undefined ? own : (event) => added(event) ?? own(event);
  },
  event: (name) => FIELDS.get(name),
};

/** The properties of events that may be looked up. */
export const EVENT_JOINING: Joining<StoredEvent> = {
  of: "event",
  roots: ["properties"],
  read: (name) => EVENT_READERS.properties?.(name),
};
