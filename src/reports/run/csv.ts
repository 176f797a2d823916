import { csvLine } from "../../platform/csv-cell.ts";
import { isoWithOffset } from "../plan/zone.ts";
import type { SegmentationAnswer, SeriesValues } from "./answer.ts";
import { sayValue } from "./say-value.ts";

const COLUMNS = ["start", "timezone", "complete", "event", "segment", "value"];
const MARK = "\ufeff";

/** One line for each point. The byte order mark makes some spreadsheets read UTF-8. */
export function* csvPieces(
  { plan: { axis }, series }: SegmentationAnswer,
  isComplete: (bucket: number) => boolean,
  withMark: boolean,
): Generator<string> {
  yield `${withMark ? MARK : ""}${csvLine(COLUMNS)}`;
  const starts = axis.buckets.map(({ startMs }) => isoWithOffset(startMs, axis.zone));
  for (const { event, overall, segments, others } of series) {
    const lines: [string, SeriesValues][] = [
      ["(overall)", overall],
      ...segments.map((line): [string, SeriesValues] => [sayValue(line.segment), line]),
      ...(others === null ? [] : [["(others)", others] as [string, SeriesValues]]),
    ];
    for (const [name, { values }] of lines)
      for (const [bucket, value] of values.entries())
        yield csvLine([
          starts[bucket] ?? "",
          axis.zone,
          isComplete(bucket),
          event ?? "(all events)",
          name,
          value,
        ]);
  }
}
