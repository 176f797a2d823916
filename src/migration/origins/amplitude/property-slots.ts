import { COMMA, type RecordPlaces } from "../../../ingestion/text.ts";
import { ByteTable, type Named } from "../../text/byte-table.ts";
import { type QuotedName, quotedName } from "../../text/quoted-name.ts";
import type { RowWriter } from "../../text/row-writer.ts";
import type { TextBuffer } from "../../text/text-buffer.ts";
import { OPERATIONS } from "./translate.ts";

/** Of two properties with the same name the one with the higher rank stands. */
export const RANK = { user: 1, group: 2, event: 3 } as const;

const PROPERTY_NAMES_MAX = 20_000;
/** More than an event may have. */
const SLOTS_MAX = 512;

const QUOTE_TEXT = Buffer.from('"');

/** Written anew on every event, whatever a line says of them. */
const REPLACED = new Set(["time", "distinct_id", "$insert_id"]);
/** Stand only where the line itself names nobody, or take the event out: a closer look is needed. */
const ODD = new Set(["$user_id", "$device_id", "$ignore", "__proto__"]);

export type PropertyName = Named &
  QuotedName & {
    /** Its place among all names. */
    number: number;
    readonly isReplaced: boolean;
    readonly isOdd: boolean;
    /** Among the properties of a user: what to do with them, not what they are. */
    readonly isOperation: boolean;
    /** What came after it last time: mostly it does again, and comparing is cheaper than looking up. */
    next: PropertyName | undefined;
    /** The line it was last seen in, and in which of its objects, as bits. */
    seenIn: number;
    seenRanks: number;
    /** The line it last had a slot in. */
    slotIn: number;
    slot: number;
  };

/** The properties of one line that its event takes over, as the places where they stand. */
export class PropertySlots {
  /** All names by their numbers, each with a quote behind it. */
  readonly quotedNames: Buffer[] = [];
  readonly #names = new ByteTable<PropertyName>((bytes) => this.#number(makeName(bytes)), PROPERTY_NAMES_MAX);
  readonly #numbers = new Int32Array(SLOTS_MAX);
  readonly #starts = new Int32Array(SLOTS_MAX);
  readonly #values = new Int32Array(SLOTS_MAX);
  readonly #ends = new Int32Array(SLOTS_MAX);
  readonly #ranks = new Uint8Array(SLOTS_MAX);
  /** Whether it follows on the one before with nothing but a comma between. */
  readonly #joins = new Uint8Array(SLOTS_MAX);
  #slots = 0;
  #line = 0;
  /** Of those that stand. */
  count = 0;

  begin(): void {
    this.#slots = 0;
    this.count = 0;
    this.#line += 1;
  }

  #number(name: PropertyName): PropertyName {
    name.number = this.quotedNames.length;
    this.quotedNames.push(Buffer.concat([name.bytes, QUOTE_TEXT]));
    return name;
  }

  /** The name that stands here, behind its quote. */
  name(bytes: Uint8Array, start: number, end: number): PropertyName | undefined {
    return this.#names.find(bytes, start, end);
  }

  /** False when the same object has had the name: then the parser decides which one counts. */
  see(name: PropertyName, rank: number): boolean {
    const bit = 1 << rank;
    if (name.seenIn !== this.#line) {
      name.seenIn = this.#line;
      name.seenRanks = bit;
      return true;
    }
    if ((name.seenRanks & bit) !== 0) return false;
    name.seenRanks |= bit;
    return true;
  }

  /** `start` is at the name's quote, `value` behind its colon. Answers whether it stands, so far; -1 when there are too many. */
  add(name: PropertyName, start: number, value: number, end: number, rank: number, joins: boolean): number {
    if (name.slotIn === this.#line) {
      if ((this.#ranks[name.slot] ?? 0) > rank) return 0;
      this.#ranks[name.slot] = 0;
      this.count -= 1;
    }
    const slot = this.#slots;
    if (slot === SLOTS_MAX) return -1;
    this.#slots = slot + 1;
    this.count += 1;
    name.slotIn = this.#line;
    name.slot = slot;
    this.#numbers[slot] = name.number;
    this.#starts[slot] = start;
    this.#values[slot] = value;
    this.#ends[slot] = end;
    this.#ranks[slot] = rank;
    this.#joins[slot] = joins ? 1 : 0;
    return 1;
  }

  has(name: PropertyName): boolean {
    return name.slotIn === this.#line;
  }

  /** All that stand, each with a comma before it. Neighbours are copied together. */
  write(source: Buffer, into: TextBuffer, places: RecordPlaces): void {
    const ranks = this.#ranks;
    for (let slot = 0; slot < this.#slots; ) {
      if (ranks[slot] === 0) {
        slot += 1;
        continue;
      }
      const start = this.#starts[slot] ?? 0;
      const moved = into.end + 1 - start;
      let end = this.#place(slot, moved, places);
      slot += 1;
      while (slot < this.#slots && this.#joins[slot] === 1 && ranks[slot] !== 0) {
        end = this.#place(slot, moved, places);
        slot += 1;
      }
      into.byte(COMMA);
      into.copy(source, start, end);
    }
  }

  /** The same into a row; false when one of them needs the door's checks. */
  writeRow(source: Buffer, into: TextBuffer, rows: RowWriter): boolean {
    for (let slot = 0; slot < this.#slots; slot += 1) {
      if (this.#ranks[slot] === 0) continue;
      const value = this.#values[slot] ?? 0;
      if (!rows.put(into, this.#numbers[slot] ?? 0, source, value, this.#ends[slot] ?? 0)) return false;
    }
    return true;
  }

  /** Answers where it ends in the line. */
  #place(slot: number, moved: number, places: RecordPlaces): number {
    const end = this.#ends[slot] ?? 0;
    places.add(this.#numbers[slot] ?? 0, (this.#values[slot] ?? 0) + moved, end + moved);
    return end;
  }
}

export function makeName(bytes: Buffer): PropertyName {
  const text = bytes.toString();
  return {
    ...{ bytes, ...quotedName(bytes), number: -1 },
    ...{ isReplaced: REPLACED.has(text), isOdd: ODD.has(text), isOperation: OPERATIONS.has(text) },
    ...{ next: undefined, seenIn: 0, seenRanks: 0, slotIn: 0, slot: 0 },
  };
}
