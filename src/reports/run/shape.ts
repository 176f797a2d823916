import type { Answer } from "../../events/index.ts";
import type { SegmentationStatement } from "../compile/segmentation.ts";
import { momentText } from "../expression/moments.ts";
import type { EventSeries, SegmentValue, SeriesValues } from "./answer.ts";

/** Where the columns of an answer are that hold a segment's value. */
const SEGMENT_FROM = 7;
/** Such a row has a rank's name and no value. */
const NAMES = 2;

type Shaped = Omit<EventSeries, "event">;

/** The rows of a statement as lines over the buckets. A bucket without an event has no row. */
export function shapeSeries(
  { rows }: Answer,
  { segmentColumns, empty }: Pick<SegmentationStatement, "segmentColumns" | "empty">,
  buckets: number,
): Shaped {
  const blank = (): SeriesValues => ({ values: new Array(buckets).fill(empty), total: empty });
  const overall = blank();
  const byPlace = new Map<number | null, SeriesValues>();
  const names = new Map<number, SegmentValue>();
  let [segmentsFound, eventsCounted] = [0, 0];
  for (const row of rows) {
    const [bucket, place, bucketIsOpen, placeIsOpen, value, count, found] = row.slice(0, SEGMENT_FROM);
    if (Number(placeIsOpen) === NAMES) {
      names.set(Number(place), decodeSegment(row.slice(SEGMENT_FROM), segmentColumns));
      segmentsFound = Number(found);
      continue;
    }
    const isOverall = Number(placeIsOpen) === 1;
    const key = place === null ? null : Number(place);
    const line = isOverall ? overall : (byPlace.get(key) ?? blank());
    if (!isOverall) byPlace.set(key, line);
    const point = value === null ? empty : Number(value);
    if (Number(bucketIsOpen) === 0) line.values[Number(bucket)] = point;
    else line.total = point;
    if (isOverall && Number(bucketIsOpen) === 1) eventsCounted = Number(count);
  }
  const segments = [...names]
    .sort(([left], [right]) => left - right)
    .map(([place, segment]) => ({ ...(byPlace.get(place) ?? blank()), segment }));
  return { overall, segments, others: byPlace.get(null) ?? null, segmentsFound, eventsCounted };
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
