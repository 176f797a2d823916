import type { Column } from "./catalog.ts";

/** A stretch of the source; `start` is -1 where there is none. */
export type Span = { start: number; end: number };

/** The ids a record may have, as bits. */
export const SENT_IDS = { distinct_id: 1, $user_id: 2, $device_id: 4, $insert_id: 8 } as const;

const noSpan = (): Span => ({ start: -1, end: -1 });

/**
 * An event that is still the text it came as: every value is a stretch of the source, and goes into the row byte by byte. One of
 * these is filled again and again, since making one per event would cost as much as reading it.
 */
export class PlainRow {
  source: Uint8Array = new Uint8Array(0);
  timeMs = 0;
  /** The number as it was sent. */
  readonly time = noSpan();
  /** Which ids the record itself has, whatever became of them: `SENT_IDS`. */
  sentIds = 0;
  /** All of it. */
  readonly record = noSpan();
  /** The text between the quotes, here and in the ids: JSON that needs no escapes. */
  readonly event = noSpan();
  readonly distinctId = noSpan();
  /** The distinct id is this device's: `$device:` and the text. */
  isDevice = false;
  /** Where the distinct id does not say it. */
  readonly deviceId = noSpan();
  readonly insertId = noSpan();
  /** Which row of its import it was made from: not in the record, and JSON text without escapes all the same. */
  readonly rowKey = noSpan();
  /** The values with a column, as JSON: strings with their quotes. `columns`, `starts` and `ends` run side by side. */
  readonly columns: Column[] = [];
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  count = 0;

  constructor(valuesMax: number) {
    this.starts = new Int32Array(valuesMax);
    this.ends = new Int32Array(valuesMax);
  }

  begin(source: Uint8Array): void {
    this.source = source;
    this.count = 0;
    this.isDevice = false;
    const { event, distinctId, deviceId, insertId, rowKey } = this;
    for (const span of [event, distinctId, deviceId, insertId, rowKey]) span.start = -1;
  }

  /** The record it was read from, for whoever wants to show it. */
  toObject(): unknown {
    const { buffer, byteOffset } = this.source;
    const { start, end } = this.record;
    return JSON.parse(Buffer.from(buffer, byteOffset + start, end - start).toString());
  }

  /** Takes out the values of these properties. Answers how many there were. */
  remove(names: ReadonlySet<string>): number {
    let kept = 0;
    for (let index = 0; index < this.count; index += 1) {
      const column = this.columns[index];
      if (column === undefined || names.has(column.name)) continue;
      this.columns[kept] = column;
      this.starts[kept] = this.starts[index] ?? 0;
      this.ends[kept] = this.ends[index] ?? 0;
      kept += 1;
    }
    const removed = this.count - kept;
    this.count = kept;
    return removed;
  }

  /** The caller keeps count of `valuesMax`. */
  add(column: Column, start: number, end: number): void {
    const { count } = this;
    this.columns[count] = column;
    this.starts[count] = start;
    this.ends[count] = end;
    this.count = count + 1;
  }
}
