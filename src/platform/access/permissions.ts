import type { OrganizationRole, ProjectRole } from "./roles.ts";

type Rule =
  | { on: "project"; least: ProjectRole }
  | { on: "organization"; least: OrganizationRole }
  /** The person who runs the server: whoever can read the credential in its data folder. */
  | { on: "server" };

/** Everything a caller may be allowed to do, what it is done to, and the narrowest role that may. Routes name one of these. */
export const PERMISSIONS = {
  "organization:read": { on: "organization", least: "member" },
  "organization:write": { on: "organization", least: "admin" },
  "organization:delete": { on: "organization", least: "owner" },
  "organization-audit:read": { on: "organization", least: "admin" },
  "service-accounts:read": { on: "organization", least: "member" },
  "service-accounts:write": { on: "organization", least: "admin" },
  "users:read": { on: "organization", least: "member" },
  "users:write": { on: "organization", least: "admin" },
  "projects:create": { on: "organization", least: "admin" },
  "projects:list": { on: "organization", least: "member" },
  "projects:restore": { on: "organization", least: "owner" },

  "project:read": { on: "project", least: "consumer" },
  "project:write": { on: "project", least: "admin" },
  "project:keys": { on: "project", least: "admin" },
  "project:delete": { on: "project", least: "owner" },
  "project-token:rotate": { on: "project", least: "owner" },
  "project-members:read": { on: "project", least: "consumer" },
  "project-audit:read": { on: "project", least: "admin" },
  "group-keys:read": { on: "project", least: "consumer" },
  "group-keys:write": { on: "project", least: "admin" },
  "erasures:read": { on: "project", least: "admin" },
  "erasures:write": { on: "project", least: "admin" },
  "lookup-tables:read": { on: "project", least: "consumer" },
  "lookup-tables:write": { on: "project", least: "admin" },
  "dictionary:read": { on: "project", least: "consumer" },
  "dictionary:export": { on: "project", least: "analyst" },
  "dictionary:write": { on: "project", least: "admin" },
  "reports:download": { on: "project", least: "analyst" },
  "experiments:read": { on: "project", least: "consumer" },
  "experiments:write": { on: "project", least: "analyst" },
  "flags:read": { on: "project", least: "consumer" },
  "flags:write": { on: "project", least: "analyst" },
  "usage:read": { on: "project", least: "admin" },
  "events:export": { on: "project", least: "analyst" },
  /** Sources: where the data comes from, and with which credentials. */
  "warehouse:read": { on: "project", least: "admin" },
  "warehouse:write": { on: "project", least: "admin" },
  /** Imports, their runs and what these brought. */
  "imports:read": { on: "project", least: "analyst" },
  "migrations:read": { on: "project", least: "admin" },
  "migrations:write": { on: "project", least: "admin" },

  "organizations:create": { on: "server" },
  "organizations:list": { on: "server" },
  "sign-in-links:write": { on: "server" },
  "second-factors:reset": { on: "server" },
  "jobs:read": { on: "server" },
  "jobs:write": { on: "server" },
  "set-aside:read": { on: "server" },
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof PERMISSIONS;
export type PermissionOn<Place extends Rule["on"]> = {
  [Name in Permission]: (typeof PERMISSIONS)[Name]["on"] extends Place ? Name : never;
}[Permission];
