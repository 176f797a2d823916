import type { DirectCommand } from "./direct-command.ts";
import { exportDictionary } from "./export-dictionary.ts";
import { boolean, query, required, text } from "./flags.ts";
import { followEvents } from "./follow-events.ts";
import { MIGRATE_COMMANDS } from "./migrate-commands.ts";
import { replaceRows } from "./replace-rows.ts";
import { watchRun } from "./watch-run.ts";

export const DIRECT_COMMANDS: readonly DirectCommand[] = [
  {
    words: "lookup-table replace",
    summary: "put a CSV file in the place of all rows of a lookup table",
    method: "PUT",
    path: "/lookup-tables/{table}?project_id={project}",
    args: [{ name: "table", help: "id of the table" }],
    flags: [text("file", "path of the CSV file, packed with gzip or not", required)],
    run: replaceRows,
  },
  {
    words: "import run",
    summary: "run an import and wait for its end; fails when the run does",
    method: "PUT",
    path: "/api/app/projects/{project}/warehouse-sources/imports/{id}",
    args: [{ name: "id", help: "id of the import" }],
    flags: [
      boolean("watch", "show how far it is"),
      boolean("confirm-guard", "let it through even if it removes much"),
      boolean("full-resync", "load all of it anew"),
    ],
    run: watchRun,
  },
  {
    words: "dictionary export-csv",
    summary: "print the dictionary as CSV",
    method: "GET",
    path: "/api/app/projects/{project}/dictionary/export?format=csv",
    run: exportDictionary,
  },
  {
    words: "event live",
    summary: "print events as they are accepted, a line each, until Ctrl-C",
    method: "GET",
    path: "/api/app/projects/{project}/events/live",
    flags: [
      text("event", "only this event, or a JSON array of names", query),
      text("distinct-id", "only events that carry this distinct id", query),
      text("property", "with --value: only events whose property of this name equals it", query),
      text("value", "the value as text: pro, 3, true", query),
    ],
    run: followEvents,
  },
  ...MIGRATE_COMMANDS,
];
