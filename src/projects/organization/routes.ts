import { type Static, Type } from "typebox";
import { closed, label, moment, type Route, route } from "../../http/index.ts";
import { ok } from "../../platform/result.ts";
import type { ProjectsDeps } from "../deps.ts";
import { createOrganization, deleteOrganization, renameOrganization } from "./change-organization.ts";
import { type Organization, organizationsStore } from "./organizations-store.ts";

const View = Type.Object({ id: Type.Integer(), name: Type.String(), created: moment() });
const Draft = Type.Object({ name: label("Name people see.") }, closed);

const toView = (organization: Organization): Static<typeof View> => ({
  id: organization.id,
  name: organization.name,
  created: organization.createdAt.toISOString(),
});

const tag = "Organizations";
const answer = { id: 1, name: "My organization", created: "2026-01-31T12:00:00.000Z" };

export const organizationRoutes = (deps: ProjectsDeps): Route[] => [
  route({
    method: "GET",
    path: "/organizations",
    access: "organizations:list",
    tag,
    summary: "List all organizations of the server",
    description: "Accounts see their own organizations under `/me`.",
    handle: async () => ok(await organizationsStore(deps.db).list()),
  }).answers({
    schema: Type.Array(View),
    view: (list: Organization[]) => list.map(toView),
    failures: {},
    example: { answer: [answer] },
  }),
  route({
    method: "POST",
    path: "/organizations",
    access: "organizations:create",
    tag,
    summary: "Create an organization",
    body: Draft,
    handle: ({ scope, body }) => createOrganization(deps, scope, body),
  }).answers({
    schema: View,
    status: 201,
    view: toView,
    failures: {},
    example: { body: { name: "My organization" }, answer },
  }),
  route({
    method: "GET",
    path: "/organizations/:organizationId",
    access: "organization:read",
    tag,
    summary: "Get an organization",
    handle: async ({ params }) => ok(await organizationsStore(deps.db).get(params.organizationId)),
  }).answers({
    schema: View,
    view: toView,
    failures: {},
    example: { answer },
  }),
  route({
    method: "PATCH",
    path: "/organizations/:organizationId",
    access: "organization:write",
    tag,
    summary: "Rename an organization",
    body: Draft,
    handle: ({ scope, body }) => renameOrganization(deps, scope, body),
  }).answers({
    schema: View,
    view: toView,
    failures: {},
    example: { body: { name: "My organization" }, answer },
  }),
  route({
    method: "DELETE",
    path: "/organizations/:organizationId",
    access: "organization:delete",
    tag,
    summary: "Delete an organization that has no projects left",
    handle: ({ scope }) => deleteOrganization(deps, scope),
  }).answers({
    view: () => undefined,
    failures: {
      has_projects: {
        status: 409,
        say: ({ count }) => `The organization still has ${count} project(s); delete them first.`,
      },
    },
  }),
];
