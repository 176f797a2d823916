import { type Static, Type } from "typebox";
import { closed, label, moment, type Route, route } from "../../http/index.ts";
import { ok } from "../../platform/result.ts";
import type { ProjectsDeps } from "../deps.ts";
import { changeGroupKey, declareGroupKey, removeGroupKey } from "./change-group-keys.ts";
import { type GroupKey, groupKeysStore } from "./group-keys-store.ts";

const View = Type.Object({
  data_group_id: Type.String(),
  property_name: Type.String(),
  display_name: Type.String(),
  is_company_key: Type.Boolean(),
  created_at: moment(),
});
const Draft = Type.Object(
  {
    property_name: label("Event property whose value names the group."),
    display_name: Type.Optional(label("Name people see; default: the property's.")),
    is_company_key: Type.Optional(
      Type.Boolean({ default: false, description: "Groups of this key are companies: the project is B2B." }),
    ),
  },
  closed,
);
const Change = Type.Object(
  { display_name: Type.Optional(label("Name people see.")), is_company_key: Type.Optional(Type.Boolean()) },
  closed,
);

const toView = (key: GroupKey): Static<typeof View> => ({
  data_group_id: String(key.id),
  property_name: key.propertyName,
  display_name: key.displayName,
  is_company_key: key.isCompanyKey,
  created_at: key.createdAt.toISOString(),
});

const tag = "Group keys";
const example = {
  data_group_id: "1",
  property_name: "company_id",
  display_name: "Company",
  is_company_key: true,
  created_at: "2026-01-31T12:00:00.000Z",
};
const unknownGroupKey = { status: 404, say: "There is no such group key in this project." } as const;

export const groupKeyRoutes = (deps: ProjectsDeps): Route[] => [
  route({
    method: "GET",
    path: "/projects/:projectId/group-keys",
    access: "group-keys:read",
    tag,
    summary: "List a project's group keys",
    handle: async ({ scope }) => ok(await groupKeysStore(deps.db).list(scope.projectId)),
  }).answers({
    schema: Type.Array(View),
    view: (keys) => keys.map(toView),
    failures: {},
    example: { answer: [example] },
  }),
  route({
    method: "POST",
    path: "/projects/:projectId/group-keys",
    access: "group-keys:write",
    tag,
    summary: "Declare a group key",
    description:
      "Events with this property then belong to the group it names. Marking it as company key unmarks the one before.",
    body: Draft,
    handle: ({ scope, body }) =>
      declareGroupKey(deps, scope, {
        propertyName: body.property_name,
        displayName: body.display_name ?? body.property_name,
        isCompanyKey: body.is_company_key ?? false,
      }),
  }).answers({
    schema: View,
    status: 201,
    view: toView,
    failures: {
      group_key_exists: {
        status: 409,
        say: ({ propertyName }) => `property_name: '${propertyName}' is a group key of this project already.`,
        field: "property_name",
      },
    },
    example: {
      body: { property_name: "company_id", display_name: "Company", is_company_key: true },
      answer: example,
    },
  }),
  route({
    method: "PATCH",
    path: "/projects/:projectId/group-keys/:dataGroupId",
    access: "group-keys:write",
    tag,
    summary: "Change a group key",
    body: Change,
    handle: ({ scope, params, body }) =>
      changeGroupKey(deps, scope, params.dataGroupId, {
        ...(body.display_name === undefined ? {} : { displayName: body.display_name }),
        ...(body.is_company_key === undefined ? {} : { isCompanyKey: body.is_company_key }),
      }),
  }).answers({
    schema: View,
    view: toView,
    failures: { unknown_group_key: unknownGroupKey },
    example: { body: { display_name: "Company" }, answer: example },
  }),
  route({
    method: "DELETE",
    path: "/projects/:projectId/group-keys/:dataGroupId",
    access: "group-keys:write",
    tag,
    summary: "Remove a group key",
    description: "Events keep the property; it only stops to name groups.",
    handle: ({ scope, params }) => removeGroupKey(deps, scope, params.dataGroupId),
  }).answers({ view: () => undefined, failures: { unknown_group_key: unknownGroupKey } }),
];
