import { type RawAnswer, type RawRequest, type RawRoute, rawRoute } from "../http/index.ts";
import {
  answer,
  clientOf,
  readTexts,
  refuse,
  refuseBrake,
  refuseForeign,
  refuseShell,
  tooMany,
} from "./answers-wire.ts";
import type { SignInDeps } from "./deps.ts";
import { libraryFor } from "./library-wire.ts";
import { CHANGE_PASSWORD, GET_SESSION, SIGN_IN, SIGN_OUT } from "./operations.ts";
import { type ChangePasswordFailure, changeOwnPassword } from "./password/change-own-password.ts";
import { signInWithPassword, signOut } from "./password/password-library.ts";
import { explainPassword } from "./password/password-rule.ts";
import { challengesStore } from "./session/challenges-store.ts";
import { findSession } from "./session/find-session.ts";
import { sessionsStore } from "./session/sessions-store.ts";
import { enterBySession, refuseNobody } from "./session-wire.ts";

const BODY_MAX_BYTES = 16_384;
const common = { bodyMaxBytes: BODY_MAX_BYTES, tag: "Sign-in", refuse: refuseShell } as const;

/** Where sessions of browsers begin and end. Scripts do not need one: they send a service account's credentials. */
export const signInRoutes = (deps: SignInDeps): RawRoute[] => [
  rawRoute({
    ...common,
    method: "POST",
    urls: ["/api/auth/sign-in/email"],
    operation: SIGN_IN,
    handle: (_entered, request, body) => signIn(deps, request, body),
  }),
  rawRoute({
    ...common,
    method: "POST",
    urls: ["/api/auth/sign-out"],
    operation: SIGN_OUT,
    async handle(_entered, request) {
      if (!request.page().isOwn) return refuseForeign();
      const done = await signOut(libraryFor(deps, request), clientOf(request));
      return answer(null, done.ok ? done.value : []);
    },
  }),
  rawRoute({
    ...common,
    method: "GET",
    urls: ["/api/auth/get-session"],
    operation: GET_SESSION,
    async handle(_entered, { session }) {
      const user = session && !session.isForeign ? await findSession(deps, session) : undefined;
      if (user === undefined) return answer(null);
      const { id, name, email, expiresAt } = user;
      return answer({ user: { id, name, email }, expires: expiresAt.toISOString() });
    },
  }),
  rawRoute({
    ...common,
    method: "POST",
    urls: ["/api/auth/change-password"],
    operation: CHANGE_PASSWORD,
    handle: (_entered, request, body) => changePassword(deps, request, body),
  }),
];

async function signIn(deps: SignInDeps, request: RawRequest, bytes: Buffer | undefined): Promise<RawAnswer> {
  if (!request.page().isOwn) return refuseForeign();
  const body = readTexts(request, bytes, ["email", "password"]);
  if (!body.ok) return body.failure;
  const { email, password } = body.value;
  const user = await deps.people.findByEmail(email);
  const done = await deps.brake({ address: request.clientAddress, account: email }, () =>
    signInWithPassword(libraryFor(deps, request), user?.id, password, clientOf(request)),
  );
  if (!done.ok) return refuseBrake(deps, request, done.failure);
  if (!done.value.ok || user === undefined)
    return (
      tooMany(deps, request, email) ??
      refuse(401, "wrong_password", "The e-mail address or the password is wrong.", { field: "password" })
    );
  const now = new Date(deps.clock.now());
  await sessionsStore(deps.db).removeEnded(now);
  await challengesStore(deps.db).removeEnded(now);
  const { cookies, needsSecondFactor } = done.value.value;
  const { id, name } = user;
  return answer(
    {
      user: needsSecondFactor ? null : { id, name, email: user.email },
      second_factor_required: needsSecondFactor,
    },
    cookies,
  );
}

async function changePassword(
  deps: SignInDeps,
  request: RawRequest,
  bytes: Buffer | undefined,
): Promise<RawAnswer> {
  const scope = await enterBySession(deps, request);
  if (!scope.ok) return scope.failure;
  const body = readTexts(request, bytes, ["currentPassword", "newPassword"]);
  if (!body.ok) return body.failure;
  const { currentPassword: current, newPassword: next } = body.value;
  const at = { library: libraryFor(deps, request), client: clientOf(request) };
  const changed = await changeOwnPassword(deps, scope.value, { current, next }, at);
  if (changed.ok) return answer(null, changed.value);
  return refuseChange(deps, request, scope.value.principal.email, changed.failure);
}

function refuseChange(
  deps: SignInDeps,
  request: RawRequest,
  email: string,
  failure: ChangePasswordFailure,
): RawAnswer {
  switch (failure.code) {
    case "busy":
    case "too_many_failures":
      return refuseBrake(deps, request, failure);
    case "no_session":
      return refuseNobody();
    case "password_length":
    case "password_common":
      return refuse(400, failure.code, explainPassword("newPassword", failure), { field: "newPassword" });
    case "wrong_password":
      return (
        tooMany(deps, request, email) ??
        refuse(400, failure.code, "currentPassword: is not your password.", { field: "currentPassword" })
      );
  }
}
