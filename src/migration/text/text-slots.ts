const CHUNK_BYTES = 1024 * 1024;
/** A text that comes after another one is often a little longer. One that grows on and on gets twice as much each time: the old place is lost. */
const SPARE_BYTES = 32;

/** Where a text is kept. */
export type TextSlot = { chunk: Buffer; start: number; end: number; room: number };

/** Texts that give way to others: a later one is written over the one before where it fits, so that no strings are made of them. */
export class TextSlots {
  #chunk: Buffer = Buffer.alloc(0);
  #end = 0;

  empty(): TextSlot {
    return { chunk: this.#chunk, start: 0, end: 0, room: 0 };
  }

  write(slot: TextSlot, text: Buffer, length: number): void {
    if (length > slot.room) this.#place(slot, Math.max(length + SPARE_BYTES, 2 * slot.room));
    text.copy(slot.chunk, slot.start, 0, length);
    slot.end = slot.start + length;
  }

  #place(slot: TextSlot, room: number): void {
    if (this.#end + room > this.#chunk.length) {
      this.#chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, room));
      this.#end = 0;
    }
    slot.chunk = this.#chunk;
    slot.start = this.#end;
    slot.room = room;
    this.#end += room;
  }
}
