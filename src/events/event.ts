import type { RawJson } from "../platform/raw-json.ts";

/** What a property may hold. Whole numbers that a double cannot hold arrive, and come back, as raw JSON. */
export type PropertyValue =
  | string
  | number
  | boolean
  | null
  | RawJson
  | readonly PropertyValue[]
  | { readonly [key: string]: PropertyValue };

/** An accepted record on its way into the journal. */
export type NewEvent = {
  event: string;
  timeMs: number;
  /**
   * The time the record itself gave, where it was mended for storage: copies of an event are told by this one. Absent:
   * it is `timeMs`. Null: the record gave none, so it is never a copy of another, whatever its insert id.
   */
  sentTimeMs?: number | null | undefined;
  /** As the record itself says: the user id, else `$device:` and the device id, else the distinct id that was sent. */
  distinctId: string;
  deviceId?: string | undefined;
  userId?: string | undefined;
  /** As sent. An event without one is never a copy of another. */
  insertId?: string | undefined;
  /** Which row of its import an event was made from, where that import may take it back. */
  rowKey?: string | undefined;
  /** A value of undefined is an absent property. */
  properties: { readonly [name: string]: unknown };
};

/** Where rows come from: the same for all rows of a frame. */
export type Lineage = {
  /** How they came in: `import`, `track`, `warehouse` … */
  source: string;
  importId?: string | undefined;
  jobId?: string | undefined;
  runId?: string | undefined;
  /** Rows of a generation past the committed one wait, unseen, for its commit. 0 or absent: visible at once. */
  generation?: number | undefined;
};

export type StoredEvent = {
  event: string;
  timeMs: number;
  /** Null: as `timeMs`, or none was given. */
  sentTimeMs: number | null;
  distinctId: string;
  /** Whose event it counts as: the user its device belongs to where it names a device alone, else its own distinct id. */
  resolvedId: string;
  deviceId: string | null;
  userId: string | null;
  insertId: string | null;
  rowKey: string | null;
  receivedMs: number;
  /** The journal frame it came in, and its place among the rows of that frame. Together they name a row. */
  position: number;
  order: number;
  lineage: Lineage;
  /** Not in the order they were sent: those with a column first, by its number, then the others by name. */
  properties: { [name: string]: PropertyValue };
};

const DEVICE = "$device:";

/**
 * A distinct id mostly says the other ids as well, and a column that repeats it would cost six bytes an event. So a row
 * leaves out the user id that is the distinct id, and the device id that is named in it.
 */
export const impliedUserId = (distinctId: string): string | null =>
  distinctId === "" || distinctId.startsWith(DEVICE) ? null : distinctId;

export const impliedDeviceId = (distinctId: string): string | null =>
  distinctId.startsWith(DEVICE) ? distinctId.slice(DEVICE.length) : null;
