import { type Static, Type } from "typebox";
import { closed, identifier, moment, nullable, type Route, route } from "../../http/index.ts";
import { ok } from "../../platform/result.ts";
import type { ProjectsDeps } from "../deps.ts";
import type { ProjectGrant } from "../membership/grants.ts";
import { membershipStore } from "../membership/membership-store.ts";
import {
  GrantSchema,
  grantFailures,
  OrganizationRoleSchema,
  ProjectRoleSchema,
  toWireGrants,
} from "../wire.ts";
import { changeUser, removeUser } from "./change-users.ts";
import { type Member, usersStore } from "./users-store.ts";

const View = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  role: OrganizationRoleSchema,
  projects: Type.Array(GrantSchema),
  created: moment(),
  can_sign_in: Type.Boolean({
    description: "Whether they have set a password; until then a link lets them.",
  }),
});
type MemberWithGrants = { member: Member; grants: ProjectGrant[]; canSignIn: boolean };

const toView = ({ member, grants, canSignIn }: MemberWithGrants): Static<typeof View> => ({
  id: member.id,
  name: member.name,
  email: member.email,
  role: member.role,
  projects: toWireGrants(grants),
  created: member.createdAt.toISOString(),
  can_sign_in: canSignIn,
});

type ListDeps = Pick<ProjectsDeps, "db" | "signIns">;

async function listUsers({ db, signIns }: ListDeps, organizationId: number): Promise<MemberWithGrants[]> {
  const [members, grants] = await Promise.all([
    usersStore(db).listMembers(organizationId),
    membershipStore(db).projectGrants(organizationId),
  ]);
  const able = await signIns.withPassword(members.map(({ id }) => id));
  return members.map((member) => ({
    member,
    grants: grants.get(member.id) ?? [],
    canSignIn: able.has(member.id),
  }));
}

async function getUser(deps: ListDeps, organizationId: number, id: number): Promise<MemberWithGrants> {
  const found = (await listUsers(deps, organizationId)).find(({ member }) => member.id === id);
  if (found === undefined) throw new Error(`user ${id} vanished while they were changed`);
  return found;
}

const tag = "Users";
const users = "/organizations/:organizationId/users";
const example = {
  id: 3,
  name: "Ana",
  email: "ana@example.com",
  role: "member",
  projects: [{ id: 1, role: "analyst" }],
  created: "2026-01-31T12:00:00.000Z",
  can_sign_in: true,
};
const unknownUser = { status: 404, say: "There is no such user in this organization." } as const;
const lastOwner = {
  status: 409,
  say: ({ email }: { email: string }) =>
    `${email} is the last owner of this organization; make somebody else an owner first.`,
} as const;
export const userRoutes = (deps: ProjectsDeps): Route[] => [
  route({
    method: "GET",
    path: users,
    access: "users:read",
    tag,
    summary: "List the people of an organization",
    handle: async ({ scope }) => ok(await listUsers(deps, scope.organizationId)),
  }).answers({
    schema: Type.Array(View),
    view: (list) => list.map(toView),
    failures: {},
    example: { answer: [example] },
  }),
  route({
    method: "PATCH",
    path: `${users}/:userId`,
    access: "users:write",
    tag,
    summary: "Change a person's roles",
    description: "`projects` lists only what changes; a role of null takes the role in that project away.",
    body: Type.Object(
      {
        role: Type.Optional(OrganizationRoleSchema),
        projects: Type.Optional(
          Type.Array(Type.Object({ id: identifier(), role: nullable(ProjectRoleSchema) }, closed), {
            maxItems: 1000,
          }),
        ),
      },
      closed,
    ),
    handle: async ({ scope, params, body }) => {
      const changed = await changeUser(deps, scope, params.userId, {
        ...(body.role === undefined ? {} : { role: body.role }),
        projects: (body.projects ?? []).map(({ id, role }) => ({ projectId: id, role })),
      });
      return changed.ok ? ok(await getUser(deps, scope.organizationId, changed.value)) : changed;
    },
  }).answers({
    schema: View,
    view: toView,
    failures: { ...grantFailures, unknown_user: unknownUser, last_owner: lastOwner },
    example: { body: { role: "member", projects: [{ id: 1, role: "analyst" }] }, answer: example },
  }),
  route({
    method: "DELETE",
    path: `${users}/:userId`,
    access: "users:write",
    tag,
    summary: "Remove a person from an organization and its projects",
    description:
      "Ends their access here. What they can reach in other organizations, and their sessions there, stay.",
    handle: ({ scope, params }) => removeUser(deps, scope, params.userId),
  }).answers({
    view: () => undefined,
    failures: { ...grantFailures, unknown_user: unknownUser, last_owner: lastOwner },
  }),
];
