import { type Static, Type } from "typebox";
import { closed, moment, nullable, type Route, route } from "../../http/index.ts";
import { ok } from "../../platform/result.ts";
import type { SignInDeps } from "../deps.ts";
import { linksStore, type OpenLink } from "./links-store.ts";
import { type MadeLink, makeLinkForMember, makeRescueLink, withdrawLink } from "./make-link.ts";

const LinkView = Type.Object({
  link: Type.String({ description: "To be opened once, within a day. It is not shown again." }),
  token: Type.String({ description: "What stands behind the `#` of the link." }),
  expires: moment(),
});
const OpenLinkView = Type.Object({
  id: Type.Integer(),
  user: nullable(Type.Object({ id: Type.Integer(), name: Type.String(), email: Type.String() })),
  created: moment(),
  expires: moment(),
});

const token = "9qTz0cU5hYb2Wn7Kd4Rj1Xv8Lm3Pf6Sg0Ae2Bi5Co7D";
const expires = "2026-02-01T12:00:00.000Z";
const example: Static<typeof LinkView> = {
  link: `http://localhost:8080/sign-in/link#${token}`,
  token,
  expires,
};
const openExample: Static<typeof OpenLinkView> = {
  id: 4,
  user: { id: 3, name: "Ana", email: "ana@example.com" },
  created: "2026-01-31T12:00:00.000Z",
  expires,
};

const tag = "Users";
const links = "/organizations/:organizationId/sign-in-links";

/** Links by which people set their password: there is no mail server, so whoever makes one hands it on. */
export function linkRoutes(deps: SignInDeps): Route[] {
  const toView = ({ token, expiresAt }: MadeLink): Static<typeof LinkView> => ({
    // Behind the #, where browsers keep it to themselves: in no log, and in no address that is sent.
    link: `${deps.publicUrl()}/sign-in/link#${token}`,
    token,
    expires: expiresAt.toISOString(),
  });
  return [
    route({
      method: "POST",
      path: "/organizations/:organizationId/users/:userId/sign-in-link",
      access: "users:write",
      tag,
      summary: "Make a link by which a person signs in and sets a password",
      description:
        "For somebody new, or who has forgotten theirs. It works once, within 24 hours; links made for them before stop working. Nobody can make one for somebody with a role above their own, nor for somebody who is in another organization too.",
      handle: ({ scope, params }) => makeLinkForMember(deps, scope, params.userId),
    }).answers({
      schema: LinkView,
      status: 201,
      view: toView,
      failures: {
        unknown_user: { status: 404, say: "There is no such user in this organization." },
        unknown_project: { status: 404, say: "There is no such project in this organization." },
        role_above_own: {
          status: 403,
          say: ({ role, place }) =>
            `They have the role '${role}' in ${place}, which is above your own: somebody with that role must make the link.`,
        },
        in_another_organization: {
          status: 409,
          say: ({ email }) =>
            `${email} is in another organization too, so only the operator of the server can make a link: npx tributary sign-in-link --email ${email}`,
        },
      },
      example: { answer: example },
    }),
    route({
      method: "GET",
      path: links,
      access: "users:write",
      tag,
      summary: "List the sign-in links that are open",
      description:
        "`user` is null for the link of an owner who is still to come. The links themselves are not kept.",
      handle: async ({ scope }) =>
        ok(await linksStore(deps.db).listOpen(scope.organizationId, new Date(deps.clock.now()))),
    }).answers({
      schema: Type.Array(OpenLinkView),
      view: (list) => list.map(toOpenView),
      failures: {},
      example: { answer: [openExample] },
    }),
    route({
      method: "DELETE",
      path: `${links}/:linkId`,
      access: "users:write",
      tag,
      summary: "Withdraw a sign-in link",
      handle: ({ scope, params }) => withdrawLink(deps, scope, params.linkId),
    }).answers({
      view: () => undefined,
      failures: { unknown_link: { status: 404, say: "There is no such open link in this organization." } },
    }),
    route({
      method: "POST",
      path: "/sign-in-links",
      access: "sign-in-links:write",
      tag,
      summary: "Make a link for anybody",
      description:
        "When nobody else can let somebody in. Without `email`: for a new owner of the first organization, who chooses name, e-mail address and password.",
      body: Type.Object(
        { email: Type.Optional(Type.String({ maxLength: 320, description: "Of the person it is for." })) },
        closed,
      ),
      handle: ({ scope, body }) => makeRescueLink(deps, scope, body.email),
    }).answers({
      schema: LinkView,
      status: 201,
      view: toView,
      failures: {
        unknown_email: { status: 404, say: ({ email }) => `email: nobody has '${email}'.`, field: "email" },
        no_organization: {
          status: 409,
          say: "This person is in no organization: add them to one first, then make the link.",
        },
      },
      example: { body: { email: "ana@example.com" }, answer: example },
    }),
  ];
}

const toOpenView = ({ id, user, createdAt, expiresAt }: OpenLink): Static<typeof OpenLinkView> => ({
  ...{ id, user },
  created: createdAt.toISOString(),
  expires: expiresAt.toISOString(),
});
