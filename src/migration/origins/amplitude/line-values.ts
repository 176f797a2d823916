import { ROW } from "../../../events/text.ts";
import { isIdentityEvent, isPlaceholder, maybePlaceholder } from "../../../ingestion/text.ts";
import { ByteTable, type Named } from "../../text/byte-table.ts";
import { libraryOf, OPERATING_SYSTEM } from "./context-properties.ts";
import { countryCode } from "./countries.ts";
import { NOT_EVENTS } from "./translate.ts";

const EVENTS_MAX = 10_000;
const VALUES_MAX = 5_000;
const BACKSLASH = 92;
const BLANK = 32;
const LAST_ASCII = 126;

export type EventName = Named & {
  readonly text: string;
  /** Not an event like others, or not written plainly. */
  readonly isOdd: boolean;
  /** A record up to its time. */
  readonly opening: Buffer;
  /** The same of a row. */
  readonly rowOpening: Buffer;
};

export const eventNames = (mapsExperiments: boolean): ByteTable<EventName> =>
  new ByteTable((bytes) => {
    const text = bytes.toString();
    const isExposure = mapsExperiments && (text.includes("[Experiment]") || text === "$exposure");
    const isOdd =
      text === "" || !isTrimmed(bytes) || isExposure || NOT_EVENTS.has(text) || isIdentityEvent(text);
    const opening = Buffer.from(`{"event":"${text}","properties":{"time":`);
    return { bytes, text, isOdd, opening, rowOpening: Buffer.from(`${ROW.start}"${text}"${ROW.time}`) };
  }, EVENTS_MAX);

/** A value that stands for another one: what it leads to, as JSON. `isOdd`: it has to be read before anybody knows. */
export type Leading = Named & {
  readonly isOdd: boolean;
  readonly to: Buffer | undefined;
  readonly isWeb: boolean;
};

const leadingTo = (find: (text: string) => string | undefined): ByteTable<Leading> =>
  new ByteTable((bytes) => {
    const to = find(bytes.toString());
    const json = to === undefined ? undefined : Buffer.from(JSON.stringify(to));
    return { bytes, isOdd: bytes.includes(BACKSLASH), to: json, isWeb: to === "web" };
  }, VALUES_MAX);

export const countryTable = (): ByteTable<Leading> => leadingTo(countryCode);
export const platformTable = (): ByteTable<Leading> => leadingTo((text) => libraryOf(text.toLowerCase()));
/** Leads to something when it names an operating system. */
export const deviceTable = (): ByteTable<Leading> =>
  leadingTo((text) => (OPERATING_SYSTEM.test(text) ? text : undefined));

const isTrimmed = (bytes: Uint8Array): boolean =>
  isInside(bytes[0] ?? 0) && isInside(bytes[bytes.length - 1] ?? 0);
const isInside = (code: number): boolean => code > BLANK && code <= LAST_ASCII;

const UUID_LENGTH = 36;

/** An id that names somebody as it stands. */
export function isPlainId(bytes: Buffer, start: number, end: number): boolean {
  if (end === start || !isInside(bytes[start] ?? 0) || !isInside(bytes[end - 1] ?? 0)) return false;
  return !maybePlaceholder(bytes, start, end) || !isPlaceholder(bytes.toString("utf8", start, end));
}

const INSERT_ID = new Uint8Array(256);
for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-")
  INSERT_ID[letter.charCodeAt(0)] = 1;

export function isInsertId(bytes: Buffer, start: number, end: number): boolean {
  if (start < 0 || end === start || end - start > UUID_LENGTH) return false;
  for (let at = start; at < end; at += 1) if (INSERT_ID[bytes[at] ?? 0] !== 1) return false;
  return true;
}
