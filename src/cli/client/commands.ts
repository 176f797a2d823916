import type { Command, Flag } from "./command.ts";

const text = (name: string, help: string, more: Partial<Flag> = {}): Flag => ({
  name,
  help,
  kind: "text",
  place: "body",
  ...more,
});
const integer = (name: string, help: string, more: Partial<Flag> = {}): Flag => ({
  ...text(name, help, more),
  kind: "integer",
});
const boolean = (name: string, help: string, more: Partial<Flag> = {}): Flag => ({
  ...text(name, help, more),
  kind: "boolean",
});
const required = { required: true } as const;
const query = { place: "query" } as const;
const grants = (name: string, help: string, more: Partial<Flag> = {}): Flag => ({
  ...text(name, help, more),
  kind: "grants",
});

const id = (what: string) => [{ name: "id", help: `id of the ${what}` }] as const;
const accounts = "/organizations/{organization}/service-accounts";
const projectFlags = [
  text("name", "name people see"),
  text("timezone", "IANA name such as Europe/Paris"),
  integer("week-start", "first day of the week, 1 = Monday"),
  integer("quarter-start-month", "month the first quarter starts in"),
];
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
const grantHelp = "PROJECT:ROLE, several separated by commas, such as 1:admin,2:analyst";

/** All client commands. Help, parsing and requests come from these lines. */
export const COMMANDS: readonly Command[] = [
  { words: "me", summary: "show who you are and what you can reach", method: "GET", path: "/me" },

  {
    words: "organization list",
    summary: "list all organizations of the server",
    method: "GET",
    path: "/organizations",
    columns: ["id", "name", "created"],
  },
  {
    words: "organization create",
    summary: "create an organization",
    method: "POST",
    path: "/organizations",
    flags: [text("name", "name people see", required)],
  },
  {
    words: "organization rename",
    summary: "rename an organization",
    method: "PATCH",
    path: "/organizations/{organization}",
    flags: [text("name", "name people see", required)],
  },
  {
    words: "organization delete",
    summary: "delete an organization without projects",
    method: "DELETE",
    path: "/organizations/{id}",
    args: id("organization"),
  },

  {
    words: "project list",
    summary: "list projects",
    method: "GET",
    path: "/organizations/{organization}/projects",
    flags: [boolean("deleted", "the deleted ones that can be restored", query)],
    columns: ["id", "name", "token", "timezone", "region", "is_b2b"],
  },
  {
    words: "project create",
    summary: "create a project",
    method: "POST",
    path: "/organizations/{organization}/projects",
    flags: [
      text("name", "name people see", required),
      text("timezone", "IANA name such as Europe/Paris"),
      text("region", "us, eu or in"),
    ],
  },
  {
    words: "project show",
    summary: "show a project",
    method: "GET",
    path: "/projects/{id}",
    args: id("project"),
  },
  {
    words: "project update",
    summary: "change a project",
    method: "PATCH",
    path: "/projects/{id}",
    args: id("project"),
    flags: projectFlags,
  },
  {
    words: "project delete",
    summary: "delete a project; it can be restored until it is purged",
    method: "DELETE",
    path: "/projects/{id}",
    args: id("project"),
  },
  {
    words: "project restore",
    summary: "restore a deleted project",
    method: "POST",
    path: "/organizations/{organization}/projects/{id}/restore",
    args: id("project"),
  },
  {
    words: "project rotate-token",
    summary: "give a project a new token; the old one stops at once",
    method: "POST",
    path: "/projects/{id}/rotate-token",
    args: id("project"),
  },
  {
    words: "project reset-secret",
    summary: "give a project a new legacy secret",
    method: "POST",
    path: "/projects/{id}/reset-secret",
    args: id("project"),
  },
  {
    words: "project disable-secret",
    summary: "switch a project's legacy secret off",
    method: "DELETE",
    path: "/projects/{id}/secret",
    args: id("project"),
  },
  {
    words: "workspace list",
    summary: "list a project's workspaces",
    method: "GET",
    path: "/projects/{project}/workspaces",
    columns: ["id", "name", "is_global", "is_default"],
  },

  {
    words: "group-key list",
    summary: "list a project's group keys",
    method: "GET",
    path: "/projects/{project}/group-keys",
    columns: ["data_group_id", "property_name", "display_name", "is_company_key"],
  },
  {
    words: "group-key create",
    summary: "declare a group key",
    method: "POST",
    path: "/projects/{project}/group-keys",
    flags: [
      text("property-name", "event property that names the group", required),
      text("display-name", "name people see"),
      boolean("company", "groups of this key are companies", { key: "is_company_key" }),
    ],
  },
  {
    words: "group-key update",
    summary: "change a group key",
    method: "PATCH",
    path: "/projects/{project}/group-keys/{id}",
    args: id("group key"),
    flags: [
      text("display-name", "name people see"),
      boolean("company", "true or false", { key: "is_company_key" }),
    ],
  },
  {
    words: "group-key delete",
    summary: "remove a group key",
    method: "DELETE",
    path: "/projects/{project}/group-keys/{id}",
    args: id("group key"),
  },

  {
    words: "service-account list",
    summary: "list service accounts",
    method: "GET",
    path: accounts,
    columns: ["id", "username", "role", "projects", "expires", "last_used"],
  },
  {
    words: "service-account create",
    summary: "create a service account and print its secret, once",
    method: "POST",
    path: accounts,
    flags: [
      text("name", "name of the account", { ...required, key: "username" }),
      text("role", "role in the organization: owner, admin or member"),
      text("expires", "moment it stops working (ISO 8601)"),
      grants("projects", grantHelp),
    ],
  },
  {
    words: "service-account show",
    summary: "show a service account",
    method: "GET",
    path: `${accounts}/{id}`,
    args: id("account"),
  },
  {
    words: "service-account delete",
    summary: "delete a service account",
    method: "DELETE",
    path: `${accounts}/{id}`,
    args: id("account"),
  },
  {
    words: "service-account add-to-project",
    summary: "give service accounts a role in projects",
    method: "POST",
    path: `${accounts}/add-to-project`,
    flags: [
      grants("projects", grantHelp, required),
      {
        ...integer("accounts", "ids of the accounts, separated by commas", required),
        kind: "integers",
        key: "service_account_ids",
      },
    ],
  },
  {
    words: "service-account secrets",
    summary: "list the live secrets of a service account",
    method: "GET",
    path: `${accounts}/{id}/secrets`,
    args: id("account"),
    columns: ["id", "created", "expires"],
  },
  {
    words: "service-account rotate",
    summary: "add a second secret and retire the first after the overlap",
    method: "POST",
    path: `${accounts}/{id}/rotate`,
    args: id("account"),
    flags: [integer("overlap-s", "seconds the old secret keeps working")],
  },
  {
    words: "service-account retire-secret",
    summary: "retire one of two live secrets at once",
    method: "DELETE",
    path: `${accounts}/{id}/secrets/{secret}`,
    args: [...id("account"), { name: "secret", help: "id of the secret" }],
  },

  {
    words: "user list",
    summary: "list the people of an organization",
    method: "GET",
    path: "/organizations/{organization}/users",
    columns: ["id", "name", "email", "role", "projects"],
  },
  {
    words: "user add",
    summary: "add a person to an organization",
    method: "POST",
    path: "/organizations/{organization}/users",
    flags: [
      text("email", "e-mail address", required),
      text("name", "name people see", required),
      text("role", "owner, admin or member"),
      grants("projects", grantHelp),
    ],
  },
  {
    words: "user update",
    summary: "change a person's roles",
    method: "PATCH",
    path: "/organizations/{organization}/users/{id}",
    args: id("user"),
    flags: [
      text("role", "owner, admin or member"),
      grants("projects", `${grantHelp}; role none takes it away`),
    ],
  },
  {
    words: "user remove",
    summary: "remove a person from an organization",
    method: "DELETE",
    path: "/organizations/{organization}/users/{id}",
    args: id("user"),
  },

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
