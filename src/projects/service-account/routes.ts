import { Type } from "typebox";
import { closed, identifier, label, moment, nullable, type Route, route } from "../../http/index.ts";
import type { OrganizationRole } from "../../platform/access/index.ts";
import { fail, ok } from "../../platform/result.ts";
import type { ProjectsDeps } from "../deps.ts";
import { GrantSchema, grantFailures, toGrants } from "../wire.ts";
import { deleteServiceAccount } from "./change-service-accounts.ts";
import { createServiceAccount } from "./create-service-account.ts";
import { findServiceAccount, listServiceAccounts } from "./list-service-accounts.ts";
import { placeAccounts } from "./project-membership.ts";
import {
  AccountView,
  accountExample,
  CreatedAccountView,
  ProjectAccountView,
  toAccountView,
  toProjectAccountView,
} from "./service-account-view.ts";

const { role: _role, projects: _projects, ...accountFields } = accountExample;
const tag = "Service accounts";
const accounts = "/organizations/:organizationId/service-accounts";
const unknownServiceAccount = {
  status: 404,
  say: "There is no such service account in this organization; nothing was changed.",
} as const;
const manageFailures = { ...grantFailures, unknown_service_account: unknownServiceAccount };
const placeFailures = {
  ...manageFailures,
  too_many_placements: {
    status: 400,
    say: ({ max }: { max: number }) =>
      `At most ${max} pairs of account and project at once; send them in several calls.`,
  },
} as const;

/** Clients send project roles here too; analyst and consumer mean a plain member of the organization. */
const AskedRole = Type.Enum(["owner", "admin", "member", "analyst", "consumer"], { default: "member" });
const toOrganizationRole = (asked: string | undefined): OrganizationRole =>
  asked === "owner" || asked === "admin" ? asked : "member";

export const serviceAccountRoutes = (deps: ProjectsDeps): Route[] => [
  route({
    method: "GET",
    path: accounts,
    access: "service-accounts:read",
    tag,
    summary: "List service accounts",
    handle: async ({ scope }) => ok(await listServiceAccounts(deps.db, scope.organizationId)),
  }).answers({
    schema: Type.Array(AccountView),
    view: (list) => list.map(toAccountView),
    failures: {},
    example: { answer: [accountExample] },
  }),
  route({
    method: "POST",
    path: accounts,
    access: "service-accounts:write",
    tag,
    summary: "Create a service account",
    description: "`token` in the answer is the account's secret: it is shown this once.",
    body: Type.Object(
      {
        username: label("Name of the account; the login name is made from it."),
        role: Type.Optional(AskedRole),
        expires: Type.Optional(nullable(moment("When the account stops working; never when left out."))),
        projects: Type.Optional(Type.Array(GrantSchema, { maxItems: 1000 })),
      },
      closed,
    ),
    handle: async ({ scope, body }) => {
      const created = await createServiceAccount(deps, scope, {
        label: body.username,
        role: toOrganizationRole(body.role),
        expiresAt: body.expires ? new Date(body.expires) : null,
        grants: toGrants(body.projects ?? []),
      });
      if (!created.ok) return created;
      const account = await findServiceAccount(deps.db, scope.organizationId, created.value.id);
      if (account === undefined) throw new Error("a service account vanished while it was made");
      return ok({ account, secret: created.value.secret });
    },
  }).answers({
    schema: CreatedAccountView,
    status: 201,
    view: ({ account, secret }) => ({ ...toAccountView(account), token: secret }),
    failures: {
      ...grantFailures,
      expires_in_past: { status: 400, say: "expires: lies in the past.", field: "expires" },
    },
    example: {
      body: { username: "loader", projects: [{ id: 1, role: "admin" }] },
      answer: { ...accountExample, token: "Zq8vT1mXc4Lw0RkYb7NsJd2HpGf5UaEi3OoVx9CtKyB" },
    },
  }),
  route({
    method: "POST",
    path: `${accounts}/add-to-project`,
    access: "service-accounts:write",
    tag,
    summary: "Add service accounts to projects",
    description:
      "Every account to every project, or nothing. An account that is a member already gets the new role.",
    body: Type.Object(
      {
        projects: Type.Array(GrantSchema, { minItems: 1, maxItems: 1000 }),
        service_account_ids: Type.Array(identifier(), { minItems: 1, maxItems: 1000 }),
      },
      closed,
    ),
    handle: ({ scope, body }) =>
      placeAccounts(
        deps,
        scope,
        body.service_account_ids.flatMap((accountId) =>
          toGrants(body.projects).map((grant) => ({ accountId, ...grant })),
        ),
      ),
  }).answers({
    view: () => undefined,
    failures: placeFailures,
    example: { body: { projects: [{ id: 1, role: "analyst" }], service_account_ids: [2] } },
  }),
  route({
    method: "POST",
    path: `${accounts}/remove-from-project`,
    access: "service-accounts:write",
    tag,
    summary: "Remove service accounts from projects",
    description: "All of them, or nothing.",
    body: Type.Object(
      {
        projects: Type.Array(
          Type.Object(
            {
              id: identifier(),
              service_account_ids: Type.Array(identifier(), { minItems: 1, maxItems: 1000 }),
            },
            closed,
          ),
          { minItems: 1, maxItems: 1000 },
        ),
      },
      closed,
    ),
    handle: ({ scope, body }) =>
      placeAccounts(
        deps,
        scope,
        body.projects.flatMap(({ id, service_account_ids }) =>
          service_account_ids.map((accountId) => ({ accountId, projectId: id, role: null })),
        ),
      ),
  }).answers({
    view: () => undefined,
    failures: placeFailures,
    example: { body: { projects: [{ id: 1, service_account_ids: [2] }] } },
  }),
  route({
    method: "GET",
    path: `${accounts}/:serviceAccountId`,
    access: "service-accounts:read",
    tag,
    summary: "Get a service account",
    handle: async ({ scope, params }) => {
      const found = await findServiceAccount(deps.db, scope.organizationId, params.serviceAccountId);
      return found ? ok(found) : fail({ code: "unknown_service_account" });
    },
  }).answers({
    schema: AccountView,
    envelope: "fields-too",
    view: toAccountView,
    failures: {
      unknown_service_account: { status: 404, say: "There is no such service account in this organization." },
    },
    example: { answer: accountExample },
  }),
  route({
    method: "DELETE",
    path: `${accounts}/:serviceAccountId`,
    access: "service-accounts:write",
    tag,
    summary: "Delete a service account",
    description: "It stops working at once, in every project.",
    handle: ({ scope, params }) => deleteServiceAccount(deps, scope, params.serviceAccountId),
  }).answers({ view: () => undefined, failures: manageFailures }),
  route({
    method: "GET",
    path: "/projects/:projectId/service-accounts",
    access: "project-members:read",
    tag,
    summary: "List the service accounts that have a role in a project",
    handle: async ({ scope }) => {
      const list = await listServiceAccounts(deps.db, scope.organizationId);
      return ok(list.flatMap((account) => toProjectAccountView(account, scope.projectId) ?? []));
    },
  }).answers({
    schema: Type.Array(ProjectAccountView),
    view: (list) => list,
    failures: {},
    example: {
      answer: [
        {
          ...accountFields,
          role: "admin",
          role_order: 1,
          hasSensitiveAccess: true,
          target_type: "individual",
          email: accountFields.username,
        },
      ],
    },
  }),
];
