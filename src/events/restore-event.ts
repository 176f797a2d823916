import type { Catalog } from "./catalog.ts";
import type { CommonValues } from "./change.ts";
import {
  impliedDeviceId,
  impliedUserId,
  type Lineage,
  type NewEvent,
  type PropertyValue,
  type StoredEvent,
} from "./event.ts";
import { parseStored } from "./property-value.ts";

/** The ids a row leaves out because its distinct id says them. */
export function restoreIds(
  distinctId: string,
  userId: string | null,
  deviceId: string | null,
): Pick<StoredEvent, "distinctId" | "userId" | "deviceId"> {
  return {
    distinctId,
    userId: userId ?? impliedUserId(distinctId),
    deviceId: deviceId ?? (userId === null ? impliedDeviceId(distinctId) : null),
  };
}

/** `__proto__` is a name like any other: assigning it would set the prototype instead. */
export function setProperty(properties: StoredEvent["properties"], name: string, value: PropertyValue): void {
  if (name !== "__proto__") properties[name] = value;
  else
    Object.defineProperty(properties, name, { value, enumerable: true, configurable: true, writable: true });
}

export function restoreRest(properties: StoredEvent["properties"], rest: string): void {
  const values = parseStored(rest);
  for (const [name, value] of Object.entries(values as Record<string, PropertyValue>)) {
    setProperty(properties, name, value);
  }
}

/** The journal's row read back as the event it was made from: what the shredder does, undone. */
export function restoreEvent(row: string, catalog: Catalog, common: CommonValues = {}): NewEvent {
  const stored: Record<string, string | number | boolean> = { ...JSON.parse(row), ...common };
  const properties: StoredEvent["properties"] = {};
  for (const { name, number, type } of catalog.since(0)) {
    const value = stored[`p${number}`];
    if (value !== undefined)
      setProperty(properties, name, type === "json" ? parseStored(String(value)) : value);
  }
  if (stored.rest !== undefined) restoreRest(properties, String(stored.rest));
  const text = (key: string) => (stored[key] === undefined ? undefined : String(stored[key]));
  const ids = restoreIds(String(stored.d), text("u") ?? null, text("v") ?? null);
  return {
    event: String(stored.e),
    timeMs: Number(stored.t),
    sentTimeMs: stored.n === true ? null : stored.q === undefined ? undefined : Number(stored.q),
    distinctId: ids.distinctId,
    userId: ids.userId ?? undefined,
    deviceId: ids.deviceId ?? undefined,
    insertId: text("i"),
    rowKey: text("k"),
    properties,
  };
}

/** Lineage as it is compared and stored: absent is null, and no generation is generation 0. */
export type StoredLineage = {
  source: string;
  importId: string | null;
  jobId: string | null;
  runId: string | null;
  generation: number;
};

export const storedLineage = ({ source, importId, jobId, runId, generation }: Lineage): StoredLineage => ({
  source,
  importId: importId ?? null,
  jobId: jobId ?? null,
  runId: runId ?? null,
  generation: generation ?? 0,
});
