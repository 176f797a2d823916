import { COMMA, type RecordPlaces } from "../../../ingestion/text.ts";
import type { RowWriter } from "../../text/row-writer.ts";
import { KNOWN, type Scanner, SLOT, SLOT_NUMBERS } from "../../text/scanner/scanner.ts";
import type { TextBuffer } from "../../text/text-buffer.ts";
import { OPERATIONS } from "./translate.ts";

/** Of two properties with the same name the one with the higher rank stands. */
export const RANK = { user: 1, group: 2, event: 3 } as const;

/** Written anew on every event, whatever a line says of them. */
const REPLACED = ["time", "distinct_id", "$insert_id"];
/** Stand only where the line itself names nobody, or take the event out: a closer look is needed. */
const ODD = ["$user_id", "$device_id", "$ignore", "__proto__"];

/** The properties of one line that its event takes over, as the places where they stand. */
export class PropertySlots {
  readonly #scanner: Scanner;
  /** Whose rows the scanner writes, and of how many names it knows what becomes of them. */
  #rows: RowWriter | undefined;
  #rowsKnown = 0;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
    for (const name of REPLACED) scanner.learnProperty(name, KNOWN.isReplaced);
    for (const name of ODD) scanner.learnProperty(name, KNOWN.isOdd);
    for (const name of OPERATIONS) scanner.learnProperty(name, KNOWN.isOperation);
  }

  /** All that stand, each with a comma before it. Neighbours are copied together. */
  write(source: Buffer, into: TextBuffer, places: RecordPlaces): void {
    const { slots, slotCount } = this.#scanner;
    const last = slotCount * SLOT_NUMBERS;
    for (let slot = 0; slot < last; ) {
      if (slots[slot + SLOT.rank] === 0) {
        slot += SLOT_NUMBERS;
        continue;
      }
      const start = slots[slot + SLOT.start] ?? 0;
      const moved = into.end + 1 - start;
      let end = this.#place(slot, moved, places);
      slot += SLOT_NUMBERS;
      while (slot < last && slots[slot + SLOT.joins] === 1 && slots[slot + SLOT.rank] !== 0) {
        end = this.#place(slot, moved, places);
        slot += SLOT_NUMBERS;
      }
      into.byte(COMMA);
      into.copy(source, start, end);
    }
  }

  /** The same into a row; false when one of them needs the door's checks. */
  writeRow(into: TextBuffer, rows: RowWriter): boolean {
    if (rows !== this.#rows) this.#turnTo(rows);
    const { names } = this.#scanner;
    for (; this.#rowsKnown < names.length; this.#rowsKnown += 1)
      this.#scanner.setRow(this.#rowsKnown, rows.rowName(this.#rowsKnown));
    return this.#scanner.writeRow(into);
  }

  #turnTo(rows: RowWriter): void {
    this.#rows?.markIn();
    rows.markIn(this.#scanner.used);
    this.#rows = rows;
    this.#rowsKnown = 0;
  }

  /** Answers where it ends in the line. */
  #place(slot: number, moved: number, places: RecordPlaces): number {
    const { slots } = this.#scanner;
    const end = slots[slot + SLOT.end] ?? 0;
    places.add(slots[slot + SLOT.name] ?? 0, (slots[slot + SLOT.value] ?? 0) + moved, end + moved);
    return end;
  }
}
