import type { DirectCommand } from "./direct-command.ts";
import { boolean, integer, query, text } from "./flags.ts";
import { askMigration, startMigration } from "./migrate.ts";

const START_FLAGS = [
  text("key", "key of the tool (or SOURCE_API_KEY in the environment)"),
  text("secret", "secret of the tool (or SOURCE_API_SECRET, which no list of processes shows)"),
  text("token", "token of the destination, instead of the project's own"),
  text("start-date", "first day, UTC: 2026-01-31; without days the last 30"),
  text("end-date", "last day, UTC, included"),
  text("region", "EU when EU data residency is used on either side"),
  text("user-id-property", "where the user id stands, when not in the tool's own field"),
  boolean("dry-run", "count what would be migrated, and load nothing"),
  boolean("events-only", "leave profiles alone"),
  boolean("profiles-only", "load profiles, and no event"),
  boolean("allow-over-limit", "more events than MIGRATION_MAX_EVENTS too"),
];
const JOB = [{ name: "id", help: "id of the migration" }];
const JOB_SECRET = text(
  "job-secret",
  "secret of the migration (or JOB_SECRET), for accounts that are no admins",
);

const start = (tool: string, label: string): DirectCommand => ({
  words: `migrate ${tool}`,
  summary: `copy history from ${label}, and wait for its end (beta)`,
  method: "POST",
  path: `/migrate/${tool}?project={project}`,
  flags: START_FLAGS,
  run: startMigration,
});

const change = (
  verb: string,
  method: "GET" | "POST" | "DELETE",
  tail: string,
  summary: string,
  flags: DirectCommand["flags"] = [],
): DirectCommand => ({
  words: `migrate ${verb}`,
  summary,
  method,
  path: `/migrate/jobs/{id}${tail}`,
  args: JOB,
  flags: verb === "rollback" ? flags : [JOB_SECRET, ...flags],
  run: askMigration(method),
});

/** History of other tools. The service lies beside the application API, and takes its credentials in the body. */
export const MIGRATE_COMMANDS: readonly DirectCommand[] = [
  start("amplitude", "Amplitude"),
  start("mixpanel", "Mixpanel or another Tributary; its key is username@project"),
  {
    words: "migrate list",
    summary: "list migrations into a project, the newest first",
    method: "GET",
    path: "/migrate/jobs?project_id={project}",
    flags: [integer("limit", "how many, 200 unless told", query)],
    run: askMigration("GET"),
  },
  change("show", "GET", "", "how far a migration is"),
  change("pause", "POST", "/pause", "pause a migration"),
  change("resume", "POST", "/resume", "go on with a migration", [
    text("source-api-key", "key of the tool, when the migration had ended"),
    text("source-api-secret", "secret of the tool, when the migration had ended"),
    boolean("allow-over-limit", "more events than MIGRATION_MAX_EVENTS too"),
  ]),
  change("cancel", "DELETE", "", "cancel a migration; what was loaded stays"),
  change("rollback", "POST", "/rollback", "take back the events a migration alone brought"),
  change("certificate", "GET", "/certificate", "what became of every exported line"),
  change("verify", "POST", "/verify", "compare the certificate with what the store holds now"),
];
