import type { DraftChange, ReportDraft } from "./report-document.ts";

export type Tip = { label: string; part: DraftChange };

/** What would make a question cheaper, the most telling first, each one change. */
export function tipsFor({ events, time_frame: frame, unit = "day", breakdown, measure }: ReportDraft): Tip[] {
  const isShort = "last" in frame && frame.unit === "day" && frame.last <= 7;
  return [
    ...(isShort
      ? []
      : [{ label: "the last 7 days", part: { time_frame: { last: 7, unit: "day" } as const } }]),
    ...(breakdown === undefined ? [] : [{ label: "no breakdown", part: { breakdown: undefined } }]),
    ...(unit === "hour" || unit === "minute"
      ? [{ label: "days instead of hours", part: { unit: "day" as const } }]
      : []),
    ...(measure === undefined || measure.kind === "total"
      ? []
      : [{ label: "counting events", part: { measure: { kind: "total" as const } } }]),
    ...(events.length > 1 ? [{ label: "one event", part: { events: events.slice(0, 1) } }] : []),
  ].slice(0, 3) as Tip[];
}
