import { ApiFailure } from "../api/failure.ts";
import type { DraftChange, ReportDraft } from "./report-document.ts";

export type Fix = { label: string; part: DraftChange };

const LONGER = {
  minute: "hour",
  hour: "day",
  day: "week",
  week: "month",
  month: "quarter",
  quarter: "year",
} as const;

/** What would make a refused question one that can be asked, by the part that the server named. Each is one change. */
export function fixesFor(failure: unknown, { unit = "day" }: Pick<ReportDraft, "unit">): Fix[] {
  const field = failure instanceof ApiFailure ? (failure.field ?? "") : "";
  const [part = ""] = field.split(".");
  if (part === "unit" && unit !== "year") {
    const longer = LONGER[unit];
    return [{ label: `Count by ${longer}`, part: { unit: longer } }];
  }
  if (part === "filters") return [{ label: "Clear the filters", part: { filters: undefined } }];
  if (part === "breakdown") return [{ label: "No breakdown", part: { breakdown: undefined } }];
  if (part === "measure") return [{ label: "Count events", part: { measure: undefined } }];
  if (part === "timezone") return [{ label: "Use the project's time zone", part: { timezone: undefined } }];
  if (part === "time_frame")
    return [{ label: "Last 30 days", part: { time_frame: { last: 30, unit: "day" } } }];
  if (part === "where") return [{ label: "Remove the expression", part: { where: undefined } }];
  return [];
}
