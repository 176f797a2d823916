import type { Command } from "./command.ts";
import { id, integer, query, text } from "./flags.ts";

const auditFlags = [
  text("action", "only this action", query),
  text("target-type", "only this kind of thing", query),
  text("target-id", "only the thing with this id", query),
  integer("principal-id", "only what this account did", query),
  text("from", "not before this moment (ISO 8601)", query),
  text("to", "before this moment (ISO 8601)", query),
  integer("limit", "entries on a page", query),
  integer("before", "entries older than this id", query),
];
const auditColumns = ["id", "at", "principal_name", "action", "target_type", "target_id", "project_id"];

/** What happened, and what is going on. */
export const OPERATE_COMMANDS: readonly Command[] = [
  {
    words: "audit-log",
    summary: "list who changed what in an organization",
    method: "GET",
    path: "/organizations/{organization}/audit-log",
    flags: auditFlags,
    list: "entries",
    columns: auditColumns,
  },
  {
    words: "audit-log project",
    summary: "list who changed what in a project",
    method: "GET",
    path: "/projects/{project}/audit-log",
    flags: auditFlags,
    list: "entries",
    columns: auditColumns,
  },
  {
    words: "jobs",
    summary: "list background jobs",
    method: "GET",
    path: "/jobs",
    flags: [
      text("state", "waiting, retrying, running, completed, failed or cancelled", query),
      text("name", "only jobs of this name", query),
      integer("limit", "jobs on a page", query),
      text("cursor", "next of the page before", query),
    ],
    list: "jobs",
    columns: ["id", "name", "state", "attempts", "created", "finished", "error"],
  },
  {
    words: "jobs show",
    summary: "show a background job",
    method: "GET",
    path: "/jobs/{id}",
    args: id("job"),
  },
  {
    words: "jobs retry",
    summary: "run a failed or cancelled job again",
    method: "POST",
    path: "/jobs/{id}/retry",
    args: id("job"),
  },
  {
    words: "jobs cancel",
    summary: "cancel a job",
    method: "POST",
    path: "/jobs/{id}/cancel",
    args: id("job"),
  },
];
