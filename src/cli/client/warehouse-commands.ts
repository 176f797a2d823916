import type { Command } from "./command.ts";
import { boolean, id, integer, jsonFile, query, text } from "./flags.ts";

const sources = "/projects/{project}/warehouse-sources/sources";
const imports = "/projects/{project}/warehouse-sources/imports";
const file = (what: string) => jsonFile("file", `JSON file: ${what}`, { required: true });
const toBody: Command["toBody"] = ({ file }) => file as Record<string, unknown>;
const run = [
  { name: "id", help: "id of the import" },
  { name: "run", help: "id of the run" },
];
const importColumns = ["id", "import_type", "sync_mode", "table_params", "state", "run_every", "paused"];
const runColumns = [
  "run_id",
  "status",
  "trigger",
  "kind",
  "num_events_imported",
  "rows_failed",
  "start_time",
];

const create = (kind: string, path: string, what: string): Command => ({
  words: `import create-${kind}`,
  summary: `create an import of ${what}`,
  method: "POST",
  path: `${imports}/${path}`,
  flags: [file("the import, as the API takes it")],
  toBody,
});

const TABLE_FLAGS = [
  text("table", "name of the table", query),
  text("schema", "its schema, where there are several", query),
  text("database", "its database, where there are several", query),
];

/** Connections to warehouses. */
const SOURCE_COMMANDS: readonly Command[] = [
  {
    words: "warehouse-source create",
    summary: "save a connection to a warehouse",
    method: "POST",
    path: sources,
    flags: [file("the connection, secrets included")],
    toBody,
  },
  {
    words: "warehouse-source list",
    summary: "list warehouse sources",
    method: "GET",
    path: sources,
    columns: ["id", "source_name", "warehouse_type", "import_count", "created"],
  },
  {
    words: "warehouse-source show",
    summary: "show a warehouse source",
    method: "GET",
    path: `${sources}/{id}`,
    args: id("source"),
  },
  {
    words: "warehouse-source update",
    summary: "change a connection; what the file leaves out stays",
    method: "PATCH",
    path: `${sources}/{id}`,
    args: id("source"),
    flags: [file("what changes")],
    toBody,
  },
  {
    words: "warehouse-source delete",
    summary: "delete a connection",
    method: "DELETE",
    path: `${sources}/{id}`,
    args: id("source"),
    flags: [boolean("force", "its imports go with it; their data stays", query)],
  },
  {
    words: "warehouse-source test",
    summary: "connect to a source and say step by step how far it got",
    method: "POST",
    path: `${sources}/{id}/test`,
    args: id("source"),
  },
  {
    words: "warehouse-source try",
    summary: "test a connection without saving it",
    method: "POST",
    path: `${sources}/test`,
    flags: [file("the connection")],
    toBody,
  },
  {
    words: "warehouse-source tables",
    summary: "list the tables and views of a source",
    method: "GET",
    path: `${sources}/{id}/catalog`,
    args: id("source"),
    flags: [text("search", "part of the name", query), integer("limit", "how many, 200 unless told", query)],
    columns: ["table_params", "kind", "rows_estimate"],
  },
  {
    words: "warehouse-source kinds",
    summary: "list the kinds of warehouses and what each has to be told",
    method: "GET",
    path: "/projects/{project}/warehouse-sources/types",
    columns: ["warehouse_type", "label", "is_built"],
  },
  {
    words: "warehouse-source rows",
    summary: "show the first rows of a table",
    method: "GET",
    path: `${sources}/{id}/rows`,
    args: id("source"),
    flags: TABLE_FLAGS,
  },
  {
    words: "warehouse-source columns",
    summary: "list the columns of a table",
    method: "GET",
    path: `${sources}/{id}/columns`,
    args: id("source"),
    flags: TABLE_FLAGS,
    list: "columns",
    columns: ["name", "type", "mapped_type", "nullable"],
  },
];

export const WAREHOUSE_COMMANDS: readonly Command[] = [
  ...SOURCE_COMMANDS,
  create("events", "event-stream", "events"),
  create("people", "people", "user profiles"),
  create("groups", "groups", "group profiles"),
  create("lookup-table", "lookup-table", "a lookup table"),
  {
    words: "import preview",
    summary: "show rows as what an import would make of them",
    method: "POST",
    path: `${imports}/preview`,
    flags: [file("the import, as the API takes it")],
    toBody,
    list: "rows",
    columns: ["row", "result", "problem"],
  },
  {
    words: "import estimate",
    summary: "say what the first run of an import would meet",
    method: "POST",
    path: `${imports}/estimate`,
    flags: [file("the import, as the API takes it")],
    toBody,
  },
  {
    words: "import list",
    summary: "list imports",
    method: "GET",
    path: imports,
    flags: [boolean("deleted", "deleted ones too", { ...query, key: "include_deleted" })],
    columns: importColumns,
  },
  {
    words: "import show",
    summary: "show an import",
    method: "GET",
    path: `${imports}/{id}`,
    args: id("import"),
  },
  {
    words: "import update",
    summary: "pause or resume an import, or change how often it runs",
    method: "PATCH",
    path: `${imports}/{id}`,
    args: id("import"),
    flags: [
      boolean("paused", "true pauses, false resumes"),
      integer("run-every", "nanoseconds: 0, 3600000000000, 86400000000000 or 604800000000000"),
    ],
  },
  {
    words: "import delete",
    summary: "delete an import",
    method: "DELETE",
    path: `${imports}/{id}`,
    args: id("import"),
    flags: [boolean("delete-data", "what it imported goes too", query)],
  },
  {
    words: "import start",
    summary: "start a run and do not wait for it",
    method: "PUT",
    path: `${imports}/{id}/manual-sync`,
    args: id("import"),
    flags: [
      boolean("confirm-guard", "let it through even if it removes much"),
      boolean("full-resync", "load all of it anew"),
    ],
  },
  {
    words: "import reset",
    summary: "load the whole table anew",
    method: "POST",
    path: `${imports}/{id}/reset`,
    args: id("import"),
  },
  {
    words: "import verify",
    summary: "prove that the store equals the table, or name the rows that differ",
    method: "POST",
    path: `${imports}/{id}/verify`,
    args: id("import"),
  },
  {
    words: "import stored",
    summary: "say how many events of an import are in the store, and from when to when",
    method: "GET",
    path: `${imports}/{id}/stored`,
    args: id("import"),
  },
  {
    words: "import history",
    summary: "list the runs of an import, the newest first",
    method: "GET",
    path: `${imports}/{id}/history`,
    args: id("import"),
    flags: [integer("limit", "how many, 30 unless told", query)],
    list: "runs",
    columns: runColumns,
  },
  {
    words: "import run-show",
    summary: "show a run: phase, rows, warnings, what went wrong",
    method: "GET",
    path: `${imports}/{id}/runs/{run}`,
    args: run,
  },
  {
    words: "import errors",
    summary: "list the rows of a run that failed, and why",
    method: "GET",
    path: `${imports}/{id}/runs/{run}/errors`,
    args: run,
    flags: [
      integer("after", "`next` of the page before", query),
      integer("limit", "how many, 100 unless told", query),
    ],
    list: "errors",
    columns: ["number", "row_key", "code", "field", "message", "value"],
  },
  {
    words: "import cancel",
    summary: "end a run between two batches",
    method: "POST",
    path: `${imports}/{id}/runs/{run}/cancel`,
    args: run,
  },
];
