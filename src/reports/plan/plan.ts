import type { Expression } from "../expression/tree.ts";
import type { ActiveWindows } from "./active-windows.ts";
import type { Condition } from "./condition.ts";
import type { TimeAxis } from "./time-axis.ts";

export type Aggregate =
  | { kind: "sum" | "average" | "min" | "max" }
  /** Between 0 and 1. */
  | { kind: "percentile"; share: number };

export type PlannedMeasure =
  | { kind: "total" | "unique" | "average" }
  | { kind: "active"; windows: ActiveWindows }
  | { kind: "frequency"; aggregate: Aggregate }
  /** `othersCountAsZero`: what is no number enters as nought, as the query API's sums have it. */
  | { kind: "property"; of: Expression; aggregate: Aggregate; othersCountAsZero: boolean; picked: boolean }
  | { kind: "distinct"; of: Expression; picked: boolean };

/** Which events: one by name, or all but some. */
export type EventChoice = { only: string } | { allBut: readonly string[] };

/** One line of a chart, or with a breakdown a line for each segment. */
export type SeriesPlan = { event: string | null; choice: EventChoice; condition: Condition };

export type BreakdownPlan = {
  of: Expression;
  limit: number;
  picked: boolean;
  /** Whether 7 and "7" are one segment: the query API has nothing but their text to tell them apart by. */
  byText: boolean;
};

/** Everything an answer depends on besides the events. */
export type SegmentationPlan = {
  axis: TimeAxis;
  measure: PlannedMeasure;
  series: readonly SeriesPlan[];
  breakdown: BreakdownPlan | null;
};
