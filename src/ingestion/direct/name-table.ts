import type { Catalog, Column } from "../../events/index.ts";
import type { Limits } from "../limits.ts";
import { plainStringEnd, QUOTE } from "./scan-json.ts";

/** What a property is to the reader. */
export const MEANING = {
  column: 0,
  time: 1,
  distinctId: 2,
  userId: 3,
  deviceId: 4,
  insertId: 5,
  /** Only about the way here: read over. */
  unstored: 6,
  /** Read over as well; whose record it is was found by it. */
  token: 7,
  /** Needs the checks. */
  special: 8,
} as const;
export type Meaning = (typeof MEANING)[keyof typeof MEANING];

export type NameEntry = {
  readonly bytes: Uint8Array;
  readonly meaning: Meaning;
  readonly column: Column | undefined;
  /** What came after it last time: mostly it does again, and comparing is cheaper than looking up. */
  next: NameEntry | undefined;
  /** The record it was last seen in: a name that comes twice needs the parser. */
  seenIn: number;
  /** Another name with the same hash. */
  readonly other: NameEntry | undefined;
};

const KNOWN: readonly [name: string, meaning: Meaning][] = [
  ["time", MEANING.time],
  ["distinct_id", MEANING.distinctId],
  ["$user_id", MEANING.userId],
  ["$device_id", MEANING.deviceId],
  ["$insert_id", MEANING.insertId],
  ["token", MEANING.token],
  ["ip", MEANING.unstored],
  ["$ignore", MEANING.special],
  ["bucket", MEANING.special],
  ["$bucket", MEANING.special],
  ["__proto__", MEANING.special],
];

/** Property names by their bytes. Holds the few that mean something and those that have a column, never more. */
export class NameTable {
  readonly #byHash = new Map<number, NameEntry>();
  readonly #catalog: Pick<Catalog, "find">;
  readonly #nameMax: number;
  /** Comes before the first name of every record. */
  readonly start: NameEntry = {
    bytes: new Uint8Array(0),
    meaning: MEANING.special,
    column: undefined,
    next: undefined,
    seenIn: 0,
    other: undefined,
  };

  constructor(catalog: Pick<Catalog, "find">, limits: Pick<Limits, "nameMaxCharacters">) {
    this.#catalog = catalog;
    this.#nameMax = limits.nameMaxCharacters;
    for (const [name, meaning] of KNOWN) this.#add(Buffer.from(name), meaning, undefined);
  }

  /** The name that begins here, behind its quote. Undefined: it has no column yet, or is written in an odd way. */
  find(bytes: Uint8Array, start: number): NameEntry | undefined {
    const end = plainStringEnd(bytes, start);
    // In bytes, of which a name has at least as many as characters.
    if (end < 0 || end - start > this.#nameMax) return undefined;
    for (let entry = this.#byHash.get(hashOf(bytes, start, end)); entry !== undefined; entry = entry.other) {
      if (isNameAt(entry.bytes, bytes, start)) return entry;
    }
    const own = Buffer.from(bytes.subarray(start, end));
    const column = this.#catalog.find(own.toString());
    return column === undefined ? undefined : this.#add(own, MEANING.column, column);
  }

  #add(bytes: Uint8Array, meaning: Meaning, column: Column | undefined): NameEntry {
    const hash = hashOf(bytes, 0, bytes.length);
    const other = this.#byHash.get(hash);
    const entry: NameEntry = { bytes, meaning, column, next: undefined, seenIn: 0, other };
    this.#byHash.set(hash, entry);
    return entry;
  }
}

/** Whether this very name, and its closing quote, stand here. */
export function isNameAt(name: Uint8Array, bytes: Uint8Array, start: number): boolean {
  const { length } = name;
  if (bytes[start + length] !== QUOTE) return false;
  for (let i = 0; i < length; i += 1) if (name[i] !== bytes[start + i]) return false;
  return true;
}

export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0;
  return hash & 0x3fff_ffff;
}
