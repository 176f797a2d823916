import { type Static, Type } from "typebox";
import { closed, label, moment, type Route, route } from "../../http/index.ts";
import { ok } from "../../platform/result.ts";
import type { ProjectsDeps } from "../deps.ts";
import { GrantSchema, grantFailures, OrganizationRoleSchema, toGrants, toWireGrants } from "../wire.ts";
import { type InvitationWithGrants, invitationsStore } from "./invitations-store.ts";
import { inviteUser, withdrawInvitation } from "./invite-user.ts";

const View = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  role: OrganizationRoleSchema,
  projects: Type.Array(GrantSchema),
  inviter: Type.String({ description: "Name of the account that sent it." }),
  created: moment(),
  expires: moment(),
});
const MadeView = Type.Object({
  ...View.properties,
  link: Type.String({ description: "To be opened once, within 7 days. It is not shown again." }),
  token: Type.String({ description: "What stands behind the `#` of the link." }),
});

const toView = (invitation: InvitationWithGrants): Static<typeof View> => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  projects: toWireGrants(invitation.grants),
  inviter: invitation.inviterName,
  created: invitation.createdAt.toISOString(),
  expires: invitation.expiresAt.toISOString(),
});

const tag = "Users";
const invitations = "/organizations/:organizationId/invitations";
const example: Static<typeof View> = {
  ...{ id: 5, email: "ana@example.com", role: "member", projects: [{ id: 1, role: "analyst" }] },
  ...{ inviter: "Bo", created: "2026-01-31T12:00:00.000Z", expires: "2026-02-07T12:00:00.000Z" },
};
const token = "9qTz0cU5hYb2Wn7Kd4Rj1Xv8Lm3Pf6Sg0Ae2Bi5Co7D";
const Email = Type.String({
  maxLength: 320,
  pattern: "^[^\\s@]+@[^\\s@]+$",
  description: "An e-mail address.",
});

/** People join an organization by accepting an invitation. There is no mail server: the inviter hands the link on. */
export const invitationRoutes = (deps: ProjectsDeps): Route[] => [
  route({
    method: "POST",
    path: "/organizations/:organizationId/users",
    access: "users:write",
    tag,
    summary: "Invite a person to an organization",
    description:
      "Gives a link that works once, within 7 days: for the person signed in with this address, or, for an address that has no account yet, to choose a name and a password. The response is the same for both. An earlier invitation of the address to this organization ends. Nothing about the person shows, and nothing of theirs changes, until they accept.",
    body: Type.Object(
      {
        email: Email,
        name: Type.Optional(label("Suggested to a person who has no account yet; they may change it.")),
        role: Type.Optional(Type.Enum(["owner", "admin", "member"], { default: "member" })),
        projects: Type.Optional(Type.Array(GrantSchema, { maxItems: 1000 })),
      },
      closed,
    ),
    handle: ({ scope, body }) =>
      inviteUser(deps, scope, {
        email: body.email,
        name: body.name ?? null,
        role: body.role ?? "member",
        grants: toGrants(body.projects ?? []),
      }),
  }).answers({
    schema: MadeView,
    status: 201,
    view: ({ invitation, token: made }) => ({
      ...toView(invitation),
      // After the #, which browsers do not send: in no log, and in no address that is passed on.
      link: `${deps.publicUrl()}/sign-in/invitation#${made}`,
      token: made,
    }),
    failures: {
      ...grantFailures,
      already_member: {
        status: 409,
        say: ({ email }) => `email: ${email} is a member of this organization already.`,
        field: "email",
      },
    },
    example: {
      body: { email: "ana@example.com", projects: [{ id: 1, role: "analyst" }] },
      answer: { ...example, link: `http://localhost:8080/sign-in/invitation#${token}`, token },
    },
  }),
  route({
    method: "GET",
    path: invitations,
    access: "users:write",
    tag,
    summary: "List the pending invitations of an organization",
    description: "By e-mail address alone. The links are not stored.",
    handle: async ({ scope }) =>
      ok(await invitationsStore(deps.db).listOpen(scope.organizationId, new Date(deps.clock.now()))),
  }).answers({
    schema: Type.Array(View),
    view: (list) => list.map(toView),
    failures: {},
    example: { answer: [example] },
  }),
  route({
    method: "DELETE",
    path: `${invitations}/:invitationId`,
    access: "users:write",
    tag,
    summary: "Withdraw an invitation",
    handle: ({ scope, params }) => withdrawInvitation(deps, scope, params.invitationId),
  }).answers({
    view: () => undefined,
    failures: {
      unknown_invitation: {
        status: 404,
        say: "There is no such pending invitation in this organization.",
      },
    },
  }),
];
