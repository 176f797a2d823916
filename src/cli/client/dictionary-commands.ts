import type { Command } from "./command.ts";
import { boolean, integer, jsonFile, query, text, textFile } from "./flags.ts";

const all = "/projects/{project}/dictionary";
const entry = [
  { name: "type", help: "event or profile" },
  { name: "name", help: "name of the event; $user for profiles" },
];

/** The data dictionary as people look at it: what is declared, what is seen, what does not fit. */
export const DICTIONARY_COMMANDS: readonly Command[] = [
  {
    words: "dictionary list",
    summary: "list what is declared and what arrives",
    method: "GET",
    path: all,
    flags: [
      text("q", "only entries with this in their name, display name or description", query),
      text("entity-type", "event or profile", query),
      text("tag", "only entries with this tag", query),
      text("status", "visible, hidden or blocked", query),
      text("contact", "only entries of this person or team", query),
      text("source", "only entries whose schema comes from here", query),
      boolean("declared", "only entries with a schema", query),
      boolean("seen", "only entries with events in the last 30 days", query),
      boolean("violations", "only events that are not always as declared", query),
      text("sort", "name, display_name, volume, first_seen, last_seen, violations or changed", query),
      text("order", "asc or desc", query),
      integer("limit", "at most so many", query),
      text("page", "next of the page before", query),
    ],
    list: "entries",
    columns: ["entity_type", "name", "status", "declared", "volume_30d", "violations_30d", "last_seen_at"],
  },
  {
    words: "dictionary show",
    summary: "show an entry with its properties",
    method: "GET",
    path: `${all}/{type}/{name}`,
    args: entry,
  },
  {
    words: "dictionary edit",
    summary: "edit an entry from a file",
    method: "PATCH",
    path: `${all}/{type}/{name}`,
    args: entry,
    flags: [jsonFile("file", 'JSON file, such as {"hidden": true, "tags": ["old"]}', { required: true })],
    toBody: ({ file }) => file as Record<string, unknown>,
  },
  {
    words: "dictionary edit-many",
    summary: "edit many entries from a file, all of them or none",
    method: "PATCH",
    path: all,
    flags: [jsonFile("file", 'JSON file: {"edits": [{"entity_type", "name", …}]}', { required: true })],
    toBody: ({ file }) => file as Record<string, unknown>,
  },
  {
    words: "dictionary export",
    summary: "export the dictionary as JSON, as an upload takes it; with --json all of it",
    method: "GET",
    path: `${all}/export`,
    flags: [text("entity-type", "event or profile", query)],
    columns: ["entityType", "name", "schemaJson"],
  },
  {
    words: "dictionary import",
    summary: "import a dictionary from a file, or see what it would change",
    method: "POST",
    path: `${all}/import`,
    flags: [
      textFile("csv", "CSV file as it was exported"),
      jsonFile("file", 'or a JSON file: a list of entries, or {"entries": […]}'),
      boolean("truncate", "in the place of the whole dictionary"),
      boolean("dry-run", "change nothing, only tell what would change"),
    ],
    toBody: ({ csv, file, truncate, dry_run }) => ({
      ...(csv === undefined ? {} : { csv }),
      ...(file === undefined ? {} : Array.isArray(file) ? { entries: file } : (file as object)),
      ...(truncate === undefined ? {} : { truncate }),
      ...(dry_run === undefined ? {} : { dry_run }),
    }),
  },
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
