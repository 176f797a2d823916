import { type Static, Type } from "typebox";
import { closed, moment, nullable } from "../../http/index.ts";
import type { SegmentationReport } from "../model/report.ts";
import { UNITS } from "../model/time-frame.ts";
import { isoWithOffset } from "../plan/zone.ts";
import type { EventSeries, SegmentationAnswer, SegmentValue, SeriesValues } from "../run/answer.ts";
import { explain } from "../run/explain.ts";
import { sayValue } from "../run/say-value.ts";

const local = (description: string) =>
  Type.String({ description: `${description} With the zone's offset: 2026-06-01T00:00:00-04:00.` });

const Segment = Type.Object({
  value: Type.Unknown({ description: "As it was sent; null where it is missing." }),
  type: Type.Enum(["number", "text", "boolean", "date", "json", "null", "missing"]),
  label: Type.String({ description: "As people read it: `(not set)`, `(empty string)`." }),
});

const Line = Type.Object({
  event: nullable(Type.String({ description: "Tracked name; null: all events." })),
  line: Type.Enum(["overall", "segment", "others"], {
    description: "`others`: all segments that are not listed, together.",
  }),
  segment: nullable(Segment),
  values: Type.Array(nullable(Type.Number()), {
    description: "One for each period. Null: there is nothing an average could be taken of.",
  }),
  total: nullable(
    Type.Number({
      description: "Over the whole time frame: persons count once, so it need not be the sum of the values.",
    }),
  ),
});

export const SegmentationAnswerView = Type.Object(
  {
    version: Type.Literal(1),
    kind: Type.Literal("segmentation"),
    timezone: Type.String(),
    unit: Type.Enum([...UNITS]),
    time_frame: Type.Object({ from: local("First moment."), to: local("Last moment.") }),
    periods: Type.Array(
      Type.Object({
        start: local("Where the calendar unit begins, even if the time frame begins inside it."),
        end: local("Where the next one begins."),
        complete: Type.Boolean({
          description: "False: it is not over yet, or the time frame has only a part of it.",
        }),
      }),
    ),
    series: Type.Array(Line),
    segments: nullable(
      Type.Array(
        Type.Object({
          event: nullable(Type.String()),
          shown: Type.Integer(),
          found: Type.Integer({ description: "How many different values there are." }),
        }),
        { description: "Null without a breakdown." },
      ),
    ),
    computed: Type.Object({
      at: moment("When it was computed; nothing is remembered."),
      elapsed_ms: Type.Number(),
      events_counted: Type.Integer({ description: "Events that the filters left, over all lines." }),
      rows_scanned: Type.Integer({ description: "Events in the time frame, which were looked at." }),
      explanation: Type.String({ description: "What was computed, in words." }),
    }),
  },
  closed,
);
type View = Static<typeof SegmentationAnswerView>;

export type AnsweredReport = { report: SegmentationReport; answer: SegmentationAnswer; rowsScanned: number };

/** Whether a bucket is over and wholly inside the time frame. */
export const completeness =
  ({ plan: { axis }, computedAtMs }: SegmentationAnswer) =>
  (bucket: number): boolean => {
    const { startMs = 0, endMs = 0 } = axis.buckets[bucket] ?? {};
    return endMs <= computedAtMs && startMs >= axis.span.fromMs && endMs <= axis.span.beforeMs;
  };

export function toAnswerView({ report, answer, rowsScanned }: AnsweredReport): View {
  const { axis, breakdown } = answer.plan;
  const iso = (ms: number) => isoWithOffset(ms, axis.zone);
  const isComplete = completeness(answer);
  return {
    version: 1,
    kind: "segmentation",
    timezone: axis.zone,
    unit: axis.unit,
    time_frame: { from: iso(axis.span.fromMs), to: iso(axis.span.beforeMs - 1) },
    periods: axis.buckets.map(({ startMs, endMs }, bucket) => ({
      start: iso(startMs),
      end: iso(endMs),
      complete: isComplete(bucket),
    })),
    series: answer.series.flatMap(toLines),
    segments:
      breakdown === null
        ? null
        : answer.series.map(({ event, segments, segmentsFound }) => ({
            event,
            shown: segments.length,
            found: segmentsFound,
          })),
    computed: {
      at: new Date(answer.computedAtMs).toISOString(),
      elapsed_ms: Math.round(answer.elapsedMs * 10) / 10,
      events_counted: answer.series.reduce((sum, { eventsCounted }) => sum + eventsCounted, 0),
      rows_scanned: rowsScanned,
      explanation: explain(report, axis),
    },
  };
}

function toLines({ event, overall, segments, others }: EventSeries): View["series"] {
  const line = (kind: "overall" | "segment" | "others", values: SeriesValues, segment?: SegmentValue) => ({
    event,
    line: kind,
    segment: segment === undefined ? null : { ...segment, label: sayValue(segment) },
    values: values.values,
    total: values.total,
  });
  return [
    line("overall", overall),
    ...segments.map((one) => line("segment", one, one.segment)),
    ...(others === null ? [] : [line("others", others)]),
  ];
}
