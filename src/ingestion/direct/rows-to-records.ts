import type { RecordLines } from "./read-lines.ts";
import type { ReadyRows } from "./ready-rows.ts";
import { PlaceReader } from "./record-places.ts";

const DEVICE = "$device:";

/**
 * The same batch with its rows as the records they were made of, for a door that has to look at each of them after all. That is rare:
 * the dictionary has begun to say something since they were written, or the clock stands before them.
 */
export function rowsToRecords({ bytes, places, ready, ...rest }: RecordLines): RecordLines {
  if (places === undefined || ready === undefined) return { ...rest, bytes, places };
  const names = new Map(ready.known.columns.map(({ number, name }) => [`p${number}`, name]));
  const reader = new PlaceReader(places);
  const parts: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = reader.recordEnd + 1;
    const text = bytes.subarray(start, end);
    parts.push(reader.readyRows === 0 ? text : recordsOf(text, names));
    start = end;
    reader.next();
  }
  return { ...rest, bytes: Buffer.concat(parts) };
}

const recordsOf = (rows: Buffer, names: ReadonlyMap<string, string>): Buffer =>
  Buffer.from(
    rows
      .toString()
      .trimEnd()
      .split("\n")
      .map((row) => `${recordOf(row, names)}\n`)
      .join(""),
  );

/** Values as the parser reads them: none of them needs care. */
function recordOf(row: string, names: ReadonlyMap<string, string>): string {
  const { o: _, e: event, t: time, d: id, v, i, ...values } = JSON.parse(row) as Record<string, string>;
  const isDevice = id?.startsWith(DEVICE) === true;
  const properties: [string, unknown][] = [
    ["time", time],
    ["distinct_id", id],
    ...(isDevice ? [] : [["$user_id", id] as [string, unknown]]),
    ...(isDevice ? [["$device_id", id?.slice(DEVICE.length)] as [string, unknown]] : []),
    ...(v === undefined ? [] : [["$device_id", v] as [string, unknown]]),
    ["$insert_id", i],
    ...Object.entries(values).map(([key, value]): [string, unknown] => [names.get(key) ?? key, value]),
  ];
  return JSON.stringify({ event, properties: Object.fromEntries(properties) });
}

/** Whether rows that were written by these columns are what the door would make now, as far as their times tell. */
export const areInTime = ({ earliestMs, latestMs, known }: ReadyRows, nowMs: number): boolean =>
  latestMs <= nowMs && earliestMs >= nowMs - (known.limits.ageMaxMs ?? Number.POSITIVE_INFINITY);
