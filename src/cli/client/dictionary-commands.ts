import type { Command } from "./command.ts";
import { integer, query, text } from "./flags.ts";

const all = "/projects/{project}/dictionary";

/** The data dictionary as people look at it: what is declared, what is seen, what does not fit. */
export const DICTIONARY_COMMANDS: readonly Command[] = [
  {
    words: "dictionary settings",
    summary: "show what becomes of events that are not as declared",
    method: "GET",
    path: `${all}/settings`,
  },
  {
    words: "dictionary set-mode",
    summary: "say what becomes of events that are not as declared",
    method: "PATCH",
    path: `${all}/settings`,
    flags: [
      text("mode", "off, observe or reject", { required: true }),
      text("event", "of this event only; with --mode project it follows its project again"),
    ],
    toBody: ({ mode, event }) =>
      event === undefined ? { mode } : { events: [{ event, mode: mode === "project" ? null : mode }] },
  },
  {
    words: "dictionary violations",
    summary: "list what of the events is not as declared",
    method: "GET",
    path: `${all}/violations`,
    flags: [
      text("event", "only of this event", query),
      text("property", "only of this property", query),
      text("kind", "type, format, required or additionalProperties", query),
      text("from", "from this day on, such as 2026-01-31", query),
      text("to", "up to this day", query),
      integer("samples", "so many records for each", query),
      integer("limit", "at most so many", query),
      text("page", "next of the page before", query),
    ],
    list: "violations",
    columns: ["event", "property", "kind", "count", "refused", "last_at"],
  },
];
