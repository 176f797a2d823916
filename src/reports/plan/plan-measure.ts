import { ok, type Result } from "../../platform/result.ts";
import type { Measure } from "../model/measure.ts";
import { activeWindows } from "./active-windows.ts";
import { type ReportFailure, refuseField } from "./failure.ts";
import type { Aggregate, PlannedMeasure } from "./plan.ts";
import { readOf } from "./plan-filters.ts";
import type { TimeAxis } from "./time-axis.ts";

/** What is counted, with what it takes from the axis. */
export function planMeasure(measure: Measure, axis: TimeAxis): Result<PlannedMeasure, ReportFailure> {
  switch (measure.kind) {
    case "total":
    case "unique":
    case "average":
      return ok({ kind: measure.kind });
    case "active":
      return ok({ kind: "active", windows: activeWindows(axis, measure.days) });
    case "distinct":
      return ok({ kind: "distinct", of: readOf(measure), picked: true });
    case "frequency": {
      const aggregate = planAggregate(measure);
      return aggregate.ok ? ok({ kind: "frequency", aggregate: aggregate.value }) : aggregate;
    }
    case "property": {
      const aggregate = planAggregate(measure);
      if (!aggregate.ok) return aggregate;
      return ok({
        kind: "property",
        of: readOf(measure),
        aggregate: aggregate.value,
        othersCountAsZero: false,
        picked: true,
      });
    }
  }
}

function planAggregate(
  measure: Extract<Measure, { kind: "property" | "frequency" }>,
): Result<Aggregate, ReportFailure> {
  const { aggregate, percentile } = measure;
  if (aggregate === "percentile") {
    if (percentile === undefined)
      return refuseField("measure.percentile", "is required: a number from 0 to 100");
    return ok({ kind: "percentile", share: percentile / 100 });
  }
  if (percentile !== undefined)
    return refuseField("measure.percentile", `is not used by the aggregate ${aggregate}; remove it`);
  return ok(aggregate === "median" ? { kind: "percentile", share: 0.5 } : { kind: aggregate });
}
