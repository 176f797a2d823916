import type { ValueType } from "../../events/index.ts";
import type { SegmentationPlan } from "../plan/plan.ts";

export type SegmentValue = {
  type: Exclude<ValueType, "moment"> | "date" | "missing";
  value: unknown;
};

export type SeriesValues = {
  /** In the order of the buckets. */
  values: (number | null)[];
  /** Over the whole span, which need not be their sum. Null too where the span has no value of its own. */
  total: number | null;
};

/** One event's lines. */
export type EventSeries = {
  event: string | null;
  overall: SeriesValues;
  /** The largest first. */
  segments: (SeriesValues & { segment: SegmentValue })[];
  /** All segments that are not among them, together. */
  others: SeriesValues | null;
  segmentsFound: number;
  eventsCounted: number;
};

export type SegmentationAnswer = {
  plan: SegmentationPlan;
  series: EventSeries[];
  computedAtMs: number;
  elapsedMs: number;
};
