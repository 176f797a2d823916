import type { Command } from "./command.ts";
import { integer, jsonFile, text } from "./flags.ts";

const list = (names: unknown): string[] | undefined =>
  typeof names === "string" ? names.split(",").map((name) => name.trim()) : undefined;

/** Questions about events. */
export const REPORT_COMMANDS: readonly Command[] = [
  {
    words: "report",
    summary: "ask how events developed over time, with a document or with flags",
    method: "POST",
    path: "/projects/{project}/reports/query",
    flags: [
      jsonFile("file", "JSON file with the whole question; the other flags are then not needed"),
      text("event", "names of events, with commas between; all events when left out"),
      text("measure", "total, unique or average"),
      text("from", "first day"),
      text("to", "last day"),
      integer("last", "instead: so many units up to now; 30 when no days are given"),
      text("unit", "minute, hour, day, week, month, quarter or year"),
      text("where", "an expression that has to hold"),
      text("by", "property to break it down by"),
      text("timezone", "zone in which days begin; the project's own when left out"),
    ],
    toBody: toReport,
    list: "series",
    columns: ["event", "line", "segment", "total", "values"],
  },
  {
    words: "event search",
    summary: "list events of the last 30 days, newest first",
    method: "POST",
    path: "/projects/{project}/events/search",
    flags: [
      text("event", "only these, with commas between"),
      text("person", "only what this person did, by any distinct id"),
      text("where", "an expression that has to hold"),
      jsonFile("filters", "JSON file with filters as reports have them"),
      text("from", "from this moment on"),
      text("to", "before this moment"),
      integer("limit", "at most so many"),
      text("cursor", "'next' of the page before"),
    ],
    toBody: ({ event, ...flags }) => ({
      ...(event === undefined ? {} : { events: list(event) }),
      ...flags,
    }),
    list: "events",
    columns: ["time", "event", "properties"],
  },
];

/** Without a file, the most usual questions can be typed. */
function toReport({ file, ...flags }: Record<string, unknown>): Record<string, unknown> {
  if (file !== undefined) return file as Record<string, unknown>;
  const { event, measure, from, to, last = 30, unit = "day", where, by, timezone } = flags;
  return {
    version: 1,
    kind: "segmentation",
    events: (list(event) ?? [null]).map((name) => ({ event: name })),
    ...(measure === undefined ? {} : { measure: { kind: measure } }),
    time_frame: from === undefined ? { last, unit } : to === undefined ? { since: from } : { from, to },
    unit,
    ...(where === undefined ? {} : { where }),
    ...(by === undefined ? {} : { breakdown: { property: by } }),
    ...(timezone === undefined ? {} : { timezone }),
  };
}
