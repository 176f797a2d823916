import type { Answer } from "../../events/index.ts";
import type { SegmentationStatement } from "../compile/segmentation.ts";
import { momentText } from "../expression/moments.ts";
import type { EventSeries, SegmentValue, SeriesValues } from "./answer.ts";

/** Where the columns of an answer are that hold a segment's value. */
const SEGMENT_FROM = 7;

type Shaped = Omit<EventSeries, "event">;

/** The rows of a statement as lines over the buckets. A bucket without an event has no row. */
export function shapeSeries(
  { rows }: Answer,
  { segmentColumns, empty }: Pick<SegmentationStatement, "segmentColumns" | "empty">,
  buckets: number,
): Shaped {
  const blank = (): SeriesValues => ({ values: new Array(buckets).fill(empty), total: empty });
  const overall = blank();
  const byPlace = new Map<number, SeriesValues & { segment: SegmentValue }>();
  let others: SeriesValues | null = null;
  let [segmentsFound, eventsCounted] = [0, 0];
  for (const row of rows) {
    const [bucket, place, bucketIsOpen, placeIsOpen, value, count, found] = row;
    const point = value === null ? null : Number(value);
    let line = overall;
    if (Number(placeIsOpen) === 0) {
      if (place === null) line = others ??= blank();
      else {
        const known = byPlace.get(Number(place));
        const made = known ?? { ...blank(), segment: decodeSegment(row.slice(SEGMENT_FROM), segmentColumns) };
        byPlace.set(Number(place), made);
        line = made;
      }
    } else if (Number(bucketIsOpen) === 1) {
      segmentsFound = Number(found);
      eventsCounted = Number(count);
    }
    if (Number(bucketIsOpen) === 1) line.total = point ?? empty;
    else line.values[Number(bucket)] = point ?? empty;
  }
  const segments = [...byPlace].sort(([left], [right]) => left - right).map(([, line]) => line);
  return { overall, segments, others, segmentsFound, eventsCounted };
}

function decodeSegment(values: readonly unknown[], columns: readonly string[]): SegmentValue {
  const index = values.findIndex((value) => value !== null);
  const value = values[index];
  switch (columns[index]) {
    case "s_number":
      return { type: "number", value: Number(value) };
    case "s_boolean":
      return { type: "boolean", value: value === true };
    case "s_moment":
      return { type: "date", value: momentText(new Date(Number(value))) };
    case "s_json":
      return { type: "json", value: JSON.parse(String(value)) };
    case "s_null":
      return { type: "null", value: null };
    case "s_text":
      return { type: "text", value: String(value) };
    default:
      return { type: "missing", value: null };
  }
}

/** A segment's name as the query API prints it. */
export function segmentText({ type, value }: SegmentValue): string {
  if (type === "missing") return "undefined";
  return typeof value === "string" ? value : JSON.stringify(value);
}
