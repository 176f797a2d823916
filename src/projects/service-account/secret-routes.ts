import { Type } from "typebox";
import { closed, moment, nullable, type Route, route } from "../../http/index.ts";
import type { ProjectsDeps } from "../deps.ts";
import { grantFailures } from "../wire.ts";
import { listSecrets, retireSecret, rotateSecret } from "./change-service-accounts.ts";

const tag = "Service accounts";
const account = "/organizations/:organizationId/service-accounts/:serviceAccountId";
const DAY_S = 86_400;
const unknownServiceAccount = {
  status: 404,
  say: "There is no such service account in this organization.",
} as const;

export const serviceAccountSecretRoutes = (deps: ProjectsDeps): Route[] => [
  route({
    method: "GET",
    path: `${account}/secrets`,
    access: "service-accounts:write",
    tag,
    summary: "List the live secrets of a service account",
    description: "Their ids and times; the secrets themselves are not kept.",
    handle: ({ scope, params }) => listSecrets(deps, scope, params.serviceAccountId),
  }).answers({
    schema: Type.Array(Type.Object({ id: Type.Integer(), created: moment(), expires: nullable(moment()) })),
    view: (secrets) =>
      secrets.map((secret) => ({
        id: secret.id,
        created: secret.createdAt.toISOString(),
        expires: secret.expiresAt?.toISOString() ?? null,
      })),
    failures: { unknown_service_account: unknownServiceAccount },
    example: { answer: [{ id: 1, created: "2026-01-31T12:00:00.000Z", expires: null }] },
  }),
  route({
    method: "POST",
    path: `${account}/rotate`,
    access: "service-accounts:write",
    tag,
    summary: "Give a service account a second secret and retire the first",
    description: "Both secrets work during the overlap. `token` is the new secret, shown this once.",
    body: Type.Object(
      {
        overlap_s: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 90 * DAY_S,
            default: DAY_S,
            description: "Seconds the old secret keeps working.",
          }),
        ),
      },
      closed,
    ),
    handle: ({ scope, params, body }) =>
      rotateSecret(deps, scope, params.serviceAccountId, body.overlap_s ?? DAY_S),
  }).answers({
    schema: Type.Object({ token: Type.String(), secret_id: Type.Integer(), old_secret_expires: moment() }),
    status: 201,
    view: ({ secret, secretId, retiresAt }) => ({
      token: secret,
      secret_id: secretId,
      old_secret_expires: retiresAt.toISOString(),
    }),
    failures: {
      ...grantFailures,
      unknown_service_account: unknownServiceAccount,
      two_secrets_live: {
        status: 409,
        say: ({ secretIds }) =>
          `Two secrets are live already (${secretIds.join(", ")}); retire one with DELETE …/secrets/{id} or wait until it expires.`,
      },
    },
    example: {
      body: { overlap_s: 3600 },
      answer: {
        token: "Zq8vT1mXc4Lw0RkYb7NsJd2HpGf5UaEi3OoVx9CtKyB",
        secret_id: 2,
        old_secret_expires: "2026-01-31T13:00:00.000Z",
      },
    },
  }),
  route({
    method: "DELETE",
    path: `${account}/secrets/:secretId`,
    access: "service-accounts:write",
    tag,
    summary: "Retire one of two live secrets at once",
    handle: ({ scope, params }) => retireSecret(deps, scope, params.serviceAccountId, params.secretId),
  }).answers({
    view: () => undefined,
    failures: {
      ...grantFailures,
      unknown_service_account: unknownServiceAccount,
      unknown_secret: { status: 404, say: "The account has no live secret with this id." },
      last_secret: {
        status: 409,
        say: "This is the account's only secret; rotate first, or delete the account.",
      },
    },
  }),
];
