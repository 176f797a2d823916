import type { TimeFrame } from "../../../src/reports/model/time-frame.ts";

export type { TimeFrame };

/** The frames that people ask for most. */
export const FRAME_PRESETS: readonly { label: string; frame: TimeFrame }[] = [
  { label: "Today", frame: { last: 1, unit: "day" } },
  { label: "Yesterday", frame: { last: 1, unit: "day", complete: true } },
  { label: "Last 7 days", frame: { last: 7, unit: "day" } },
  { label: "Last 30 days", frame: { last: 30, unit: "day" } },
  { label: "Last 90 days", frame: { last: 90, unit: "day" } },
  { label: "This month", frame: { last: 1, unit: "month" } },
  { label: "Last month", frame: { last: 1, unit: "month", complete: true } },
  { label: "Last 12 months", frame: { last: 12, unit: "month" } },
];

/** A frame in words: "Last 30 days", "1 Jun 2026 – 30 Jun 2026". */
export function frameWords(frame: TimeFrame): string {
  if ("from" in frame) return `${dayWords(frame.from)} – ${dayWords(frame.to)}`;
  if ("since" in frame) return `Since ${dayWords(frame.since)}`;
  const preset = FRAME_PRESETS.find((known) => isSameFrame(known.frame, frame));
  if (preset) return preset.label;
  const units = frame.last === 1 ? frame.unit : `${frame.unit}s`;
  return `Last ${frame.complete ? "complete " : ""}${frame.last === 1 ? "" : `${frame.last} `}${units}`;
}

export const isSameFrame = (one: TimeFrame, other: TimeFrame): boolean => keyOf(one) === keyOf(other);

const keyOf = (frame: TimeFrame): string =>
  "last" in frame
    ? `last ${frame.last} ${frame.unit} ${frame.complete ?? false}`
    : `${"from" in frame ? `${frame.from} ${frame.to}` : frame.since}`;

const days = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

const dayWords = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : days.format(date);
};
