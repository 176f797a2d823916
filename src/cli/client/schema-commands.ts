import type { Command } from "./command.ts";
import { boolean, integer, jsonFile, query, text } from "./flags.ts";

const type = { name: "type", help: "event or profile" };
const entry = [type, { name: "name", help: "name of the event; $user for profiles" }];
const namespace = text("metadata-namespace", "com.service or com.mixpanel", query);
const columns = ["entityType", "name", "schemaJson"];
const all = "/projects/{project}/schemas";
const ofType = `${all}/{type}`;
const one = `${ofType}/{name}`;

/** The data dictionary. */
export const SCHEMA_COMMANDS: readonly Command[] = [
  {
    words: "schema upload",
    summary: "create or replace schemas from a file",
    method: "POST",
    path: all,
    flags: [
      jsonFile("file", 'JSON file: a list of entries, or {"entries": […]}', { required: true }),
      boolean("truncate", "delete the whole dictionary first"),
    ],
    toBody: ({ file, truncate }) => ({
      ...(Array.isArray(file) ? { entries: file } : (file as Record<string, unknown>)),
      ...(truncate === undefined ? {} : { truncate }),
    }),
  },
  {
    words: "schema replace",
    summary: "create or replace one schema from a file",
    method: "POST",
    path: one,
    args: entry,
    flags: [jsonFile("file", "JSON file with the schema", { required: true })],
    toBody: ({ file }) => file as Record<string, unknown>,
  },
  {
    words: "schema list",
    summary: "list all schemas",
    method: "GET",
    path: all,
    flags: [namespace],
    columns,
  },
  {
    words: "schema list-type",
    summary: "list the schemas of events or of profiles",
    method: "GET",
    path: ofType,
    args: [type],
    flags: [namespace],
    columns,
  },
  {
    words: "schema show",
    summary: "show one schema",
    method: "GET",
    path: one,
    args: entry,
    flags: [namespace],
  },
  { words: "schema delete", summary: "delete one schema", method: "DELETE", path: one, args: entry },
  {
    words: "schema delete-type",
    summary: "delete the schemas of events or of profiles",
    method: "DELETE",
    path: ofType,
    args: [type],
  },
  { words: "schema delete-all", summary: "delete all schemas", method: "DELETE", path: all },
  {
    words: "schema history",
    summary: "list the versions of a schema, newest first",
    method: "GET",
    path: `${one}/history`,
    args: entry,
    flags: [integer("limit", "at most so many", query), integer("before", "next of the page before", query)],
    list: "versions",
    columns: ["version", "change", "changed_at", "changed_by", "difference"],
  },
  {
    words: "schema restore",
    summary: "make an old version of a schema the newest",
    method: "POST",
    path: `${one}/history/{version}/restore`,
    args: [...entry, { name: "version", help: "number of the version" }],
  },
];
