import { RecordPlaces, type RecordLines as Sent } from "../../ingestion/text.ts";
import type { EventRecord } from "../origin.ts";
import type { RowWriter } from "../text/row-writer.ts";
import { TextBuffer } from "../text/text-buffer.ts";
import type { TallyLine } from "../types.ts";
import { jsonText } from "./json-text.ts";

/**
 * A batch is one sync of the journal, and the next one is written meanwhile: on a disk that takes 40 ms over a sync, batches of 2,000
 * events were what everything waited for. Five of them fill a row group of the store, which is then written once.
 */
const BATCH_EVENTS = 8192;
const BATCH_BYTES = 8 * 1024 * 1024;
/** A record is its line in other words: made of one no longer than this, it is far from the 1 MiB that an event may have. */
const SHORT_BYTES = 128 * 1024;

type Held = { number: number; line: TallyLine; bytes: number; record: EventRecord };
/** What a batch is written into. It may be what another one was written into. */
export type BatchRoom = { text: Buffer<ArrayBuffer>; places: Int32Array<ArrayBuffer> };

/** Records on their way as text, one a line, and what each is counted under. */
export class RecordLines {
  readonly text: TextBuffer;
  /** Where the values of its records stand in the text. */
  readonly places: RecordPlaces;
  readonly numbers: number[] = [];
  readonly tallyLines: TallyLine[] = [];
  /** Where some of them become rows at once. */
  readonly rows: RowWriter | undefined;
  /** Properties of all of them, which none says itself. */
  common: Sent["common"];
  isShort = true;
  #isClosed = false;
  #held: Held | undefined;

  /** `names`: see `LineWriter`. */
  constructor(names: readonly Uint8Array[] = [], room?: BatchRoom, rows?: RowWriter) {
    this.text = new TextBuffer(room?.text);
    this.places = new RecordPlaces(names, room?.places);
    this.rows = rows;
    rows?.beginBatch();
  }

  get isEmpty(): boolean {
    return this.tallyLines.length === 0;
  }

  get isFull(): boolean {
    return this.#isClosed || this.tallyLines.length >= BATCH_EVENTS || this.text.end >= BATCH_BYTES;
  }

  /** The next record belongs to another batch. */
  close(): void {
    this.#isClosed = true;
  }

  /** A record whose text has been written. `bytes` is the length of its line. */
  wrote(number: number, line: TallyLine, bytes: number): void {
    this.numbers.push(number);
    this.tallyLines.push(line);
    if (bytes > SHORT_BYTES) this.isShort = false;
  }

  add({ number, line, bytes, record }: Held): void {
    this.text.text(`${jsonText(record)}\n`);
    this.places.finishUnknown(this.text.end - 1);
    this.wrote(number, line, bytes);
  }

  /** A record that says otherwise than these do: the first of the next batch. */
  hold(held: Held): void {
    this.#held = held;
    this.close();
  }

  /** Takes over what the batch before it could not have. */
  follow(before: RecordLines): void {
    const held = before.#held;
    before.#held = undefined;
    if (held !== undefined) this.add(held);
  }
}
