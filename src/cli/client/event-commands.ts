import type { Command } from "./command.ts";
import { integer, query, text } from "./flags.ts";

const days = [
  text("from", "first day (UTC) of receipt; default: the first of this month", query),
  text("to", "last day (UTC) of receipt; default: today", query),
];
const limit = integer("limit", "at most so many", query);

const mappingsOf = (subject: string, names: unknown) =>
  (typeof names === "string" ? names.split(",") : []).map((name) => ({ subject, property: name.trim() }));

/** What came in, and what is there to ask about. */
export const EVENT_COMMANDS: readonly Command[] = [
  {
    words: "usage",
    summary: "show how many events a project received",
    method: "GET",
    path: "/projects/{project}/usage",
    flags: days,
  },
  {
    words: "usage events",
    summary: "show which events a project received",
    method: "GET",
    path: "/projects/{project}/usage/events",
    flags: [...days, limit],
    list: "events",
    columns: ["event", "count"],
  },
  {
    words: "settlements",
    summary: "show what became of the records of each source",
    method: "GET",
    path: "/projects/{project}/settlements",
    flags: [
      ...days,
      text("source", "only this source, such as import", query),
      text("import-id", "only this import", query),
      text("job-id", "only this job", query),
      text("run-id", "only this run", query),
    ],
    list: "lines",
    columns: ["day", "source", "import_id", "job_id", "stored", "duplicate", "replaced", "codes"],
  },
  {
    words: "diagnostics",
    summary: "show which records were refused, dropped or mended, by hour",
    method: "GET",
    path: "/projects/{project}/ingestion/diagnostics",
    flags: [
      text("code", "only this code, such as time_in_future", query),
      text("kind", "refused, dropped or repaired", query),
      text("endpoint", "only what came in this way, such as track", query),
      text("from", "from the hour of this moment on", query),
      text("to", "before this moment", query),
      limit,
      text("page", "'next' of the page before", query),
    ],
    list: "counts",
    columns: ["hour", "endpoint", "kind", "code", "count"],
  },
  {
    words: "event names",
    summary: "list the events of the last 30 days, commonest first",
    method: "GET",
    path: "/projects/{project}/events/names",
    flags: [limit],
    columns: ["event", "count", "last_seen_at"],
  },
  {
    words: "event properties",
    summary: "list the properties events had lately, commonest first",
    method: "GET",
    path: "/projects/{project}/events/properties",
    flags: [text("event", "only of this event", query), limit],
    columns: ["name", "count"],
  },
  {
    words: "event values",
    summary: "list the values a property had lately, commonest first",
    method: "GET",
    path: "/projects/{project}/events/properties/values",
    flags: [
      text("property", "name of the property", { ...query, required: true }),
      text("event", "only of this event", query),
      text("column", "what the values lead to in this column of their lookup table", query),
      text("q", "only values that begin so", query),
      limit,
    ],
    columns: ["value", "count"],
  },
  {
    words: "person events",
    summary: "list what a person did, on every device",
    method: "GET",
    path: "/projects/{project}/people/{person}/events",
    args: [{ name: "person", help: "any distinct id of the person, such as u1 or '$device:d1'" }],
    flags: [
      text("from", "only events from this moment on, such as 2026-01-31T10:00:00Z", query),
      text("to", "only events before this moment", query),
      text("event", "only this event, or a JSON array of names", query),
      text("order", "newest_first (default) or oldest_first", query),
      limit,
      text("cursor", "next of the page before", query),
    ],
    list: "events",
    columns: ["time", "event", "properties"],
  },
  {
    words: "lookup-table list",
    summary: "list a project's lookup tables",
    method: "GET",
    path: "/projects/{project}/lookup-tables",
    columns: ["id", "name", "rows", "columns", "mappings"],
  },
  {
    words: "lookup-table create",
    summary: "create a lookup table; 'lookup-table replace' gives it rows",
    method: "POST",
    path: "/projects/{project}/lookup-tables",
    flags: [text("name", "name of the table", { required: true })],
  },
  {
    words: "lookup-table map",
    summary: "say which properties are looked up in a table",
    method: "PUT",
    path: "/projects/{project}/lookup-tables/{table}/mappings",
    args: [{ name: "table", help: "id of the table" }],
    flags: [
      text("event-properties", "properties of events, with commas between"),
      text("profile-properties", "properties of profiles, with commas between"),
    ],
    toBody: ({ event_properties, profile_properties }) => ({
      mappings: [...mappingsOf("event", event_properties), ...mappingsOf("profile", profile_properties)],
    }),
  },
  {
    words: "lookup-table delete",
    summary: "delete a lookup table with its rows and mappings",
    method: "DELETE",
    path: "/projects/{project}/lookup-tables/{table}",
    args: [{ name: "table", help: "id of the table" }],
  },
  {
    words: "set-aside",
    summary: "list frames of the journal that could not be loaded",
    method: "GET",
    path: "/set-aside",
    flags: [integer("project-id", "only this project's", query), limit],
    list: "frames",
    columns: ["position", "lane", "project_id", "code", "reason", "at"],
  },
];
