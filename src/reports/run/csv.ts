import { isoWithOffset } from "../plan/zone.ts";
import type { SegmentationAnswer, SeriesValues } from "./answer.ts";
import { sayValue } from "./say-value.ts";

const COLUMNS = ["start", "timezone", "complete", "event", "segment", "value"];
const MARK = "\ufeff";

/** A cell as RFC 4180 has it. What a spreadsheet would take for a formula begins with an apostrophe. */
export function csvCell(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells.map(csvCell).join()}\r\n`;

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
