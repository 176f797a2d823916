import type { RecordLines as Sent } from "../../ingestion/index.ts";
import type { EventRecord } from "../origin.ts";
import { TextBuffer } from "../text/text-buffer.ts";
import type { TallyLine } from "../types.ts";

/**
 * A batch is one sync of the journal, and the next one is written meanwhile: on a disk that takes 40 ms over a sync, batches of 2,000
 * events were what everything waited for.
 */
const BATCH_EVENTS = 8000;
const BATCH_BYTES = 4 * 1024 * 1024;
/** A record is its line in other words: made of one no longer than this, it is far from the 1 MiB that an event may have. */
const SHORT_BYTES = 128 * 1024;

/** Records on their way as text, one a line, and what each is counted under. */
export class RecordLines {
  readonly text = new TextBuffer();
  readonly numbers: number[] = [];
  readonly tallyLines: TallyLine[] = [];
  #isShort = true;

  get isEmpty(): boolean {
    return this.tallyLines.length === 0;
  }

  get isFull(): boolean {
    return this.tallyLines.length >= BATCH_EVENTS || this.text.end >= BATCH_BYTES;
  }

  /** A record whose text has been written. `bytes` is the length of its line. */
  wrote(number: number, line: TallyLine, bytes: number): void {
    this.numbers.push(number);
    this.tallyLines.push(line);
    if (bytes > SHORT_BYTES) this.#isShort = false;
  }

  add(number: number, line: TallyLine, bytes: number, record: EventRecord): void {
    this.text.text(`${JSON.stringify(record)}\n`);
    this.wrote(number, line, bytes);
  }

  toLines(): Sent {
    const bytes = this.text.bytes.subarray(0, this.text.end);
    return { bytes, areKeyed: false, sizeIsSound: this.#isShort };
  }

  clear(): void {
    this.text.end = 0;
    this.numbers.length = 0;
    this.tallyLines.length = 0;
    this.#isShort = true;
  }
}
