import { type Static, Type } from "typebox";
import { closed, label, moment, type Route, route } from "../../http/index.ts";
import { ok } from "../../platform/result.ts";
import type { ProjectsDeps } from "../deps.ts";
import { changeOrganization, createOrganization, deleteOrganization } from "./change-organization.ts";
import { type Organization, organizationsStore } from "./organizations-store.ts";

const View = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  created: moment(),
  second_factor_required: Type.Boolean({
    description: "Members come in only with a second factor or a passkey. Service accounts are not affected.",
  }),
});
const Draft = Type.Object({ name: label("Name that members see.") }, closed);
const Edit = Type.Object(
  {
    name: Type.Optional(label("Name that members see.")),
    second_factor_required: Type.Optional(
      Type.Boolean({ description: "Whether members need a second factor or a passkey to come in." }),
    ),
  },
  { ...closed, minProperties: 1 },
);

const toView = (organization: Organization): Static<typeof View> => ({
  id: organization.id,
  name: organization.name,
  created: organization.createdAt.toISOString(),
  second_factor_required: organization.secondFactorRequired,
});

const tag = "Organizations";
const answer = {
  ...{ id: 1, name: "My organization", created: "2026-01-31T12:00:00.000Z" },
  second_factor_required: false,
};

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
    summary: "Change an organization",
    description:
      "Its name, and whether members need a second factor. Sessions that began without one lose access to the organization at once.",
    body: Edit,
    handle: ({ scope, body: { name, second_factor_required: secondFactorRequired } }) =>
      changeOrganization(deps, scope, {
        ...(name === undefined ? {} : { name }),
        ...(secondFactorRequired === undefined ? {} : { secondFactorRequired }),
      }),
  }).answers({
    schema: View,
    view: toView,
    failures: {
      own_second_factor_missing: {
        status: 409,
        field: "second_factor_required",
        say: "second_factor_required: you would lock yourself out. Set up an authenticator app under Your account, or sign in with a passkey first.",
      },
    },
    example: { body: { second_factor_required: true }, answer: { ...answer, second_factor_required: true } },
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
