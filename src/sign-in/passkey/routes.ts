import { type RawAnswer, type RawRequest, type RawRoute, rawRoute } from "../../http/index.ts";
import { parseJson } from "../../platform/parse-json.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import {
  answer,
  clientOf,
  readTexts,
  refuse,
  refuseBrake,
  refuseBusy,
  refuseForeign,
  refuseShell,
  tooMany,
} from "../answers-wire.ts";
import type { SignInDeps } from "../deps.ts";
import { libraryFor } from "../library-wire.ts";
import { checkPassword } from "../password/password-library.ts";
import { challengesStore } from "../session/challenges-store.ts";
import { sessionsStore } from "../session/sessions-store.ts";
import { enterBySession, refuseNobody } from "../session-wire.ts";
import { addPasskey, removePasskey } from "./change-passkeys.ts";
import {
  ADD_PASSKEY,
  PREPARE_PASSKEY,
  PREPARE_PASSKEY_SIGN_IN,
  REMOVE_PASSKEY,
  SIGN_IN_PASSKEY,
} from "./operations.ts";
import {
  type PasskeyFailure,
  prepareRegistration,
  prepareSignIn,
  signInWithPasskey,
} from "./passkey-library.ts";
import { toPasskeyView } from "./view.ts";

const common = { method: "POST", bodyMaxBytes: 32_768, tag: "Sign-in", refuse: refuseShell } as const;

/** Passkeys: how members add and remove them, and sign in with one. What the authenticator says travels as JSON text. */
export const passkeyRoutes = (deps: SignInDeps): RawRoute[] => [
  rawRoute({
    ...common,
    urls: ["/api/auth/passkeys/prepare"],
    operation: PREPARE_PASSKEY,
    handle: (_entered, request, bytes) => prepare(deps, request, bytes),
  }),
  rawRoute({
    ...common,
    urls: ["/api/auth/passkeys/add"],
    operation: ADD_PASSKEY,
    handle: (_entered, request, bytes) => add(deps, request, bytes),
  }),
  rawRoute({
    ...common,
    urls: ["/api/auth/passkeys/remove"],
    operation: REMOVE_PASSKEY,
    handle: (_entered, request, bytes) => remove(deps, request, bytes),
  }),
  rawRoute({
    ...common,
    urls: ["/api/auth/sign-in/passkey/prepare"],
    operation: PREPARE_PASSKEY_SIGN_IN,
    async handle(_entered, request) {
      if (!request.page().isOwn) return refuseForeign();
      // Open to everyone, and each leaves a row: a few at a time, and what has expired goes first.
      const made = await deps.inTurn(async () => {
        await challengesStore(deps.db).removeEnded(new Date(deps.clock.now()));
        return prepareSignIn(libraryFor(deps, request), clientOf(request));
      });
      if (!made.ok) return refuseBusy();
      return made.value.ok
        ? answer({ options: made.value.value.options }, made.value.value.cookies)
        : refusePasskey(deps, request, made.value.failure);
    },
  }),
  rawRoute({
    ...common,
    urls: ["/api/auth/sign-in/passkey"],
    operation: SIGN_IN_PASSKEY,
    handle: (_entered, request, bytes) => signIn(deps, request, bytes),
  }),
];

async function prepare(deps: SignInDeps, request: RawRequest, bytes: Buffer | undefined): Promise<RawAnswer> {
  const scope = await enterBySession(deps, request);
  if (!scope.ok) return scope.failure;
  const body = readTexts(request, bytes, ["password"]);
  if (!body.ok) return body.failure;
  const { email } = scope.value.principal;
  const library = libraryFor(deps, request);
  const client = clientOf(request);
  const checked = await deps.brake({ address: client.clientAddress, account: email }, () =>
    checkPassword(library, body.value.password, client),
  );
  if (!checked.ok) return refuseBrake(deps, request, checked.failure);
  if (!checked.value.ok)
    return (
      tooMany(deps, request, email) ??
      refuse(400, "wrong_password", "password: is not your password.", { field: "password" })
    );
  const made = await prepareRegistration(library, email, client);
  return made.ok
    ? answer({ options: made.value.options }, made.value.cookies)
    : refusePasskey(deps, request, made.failure);
}

async function add(deps: SignInDeps, request: RawRequest, bytes: Buffer | undefined): Promise<RawAnswer> {
  const scope = await enterBySession(deps, request);
  if (!scope.ok) return scope.failure;
  const body = readTexts(request, bytes, ["response", "name"]);
  if (!body.ok) return body.failure;
  const name = body.value.name.trim();
  if (name === "" || name.length > 255)
    return refuse(400, "invalid_body", "name: must have 1 to 255 characters.", { field: "name" });
  const response = readCredential(body.value.response);
  if (!response.ok) return response.failure;
  const by = { scope: scope.value, library: libraryFor(deps, request), client: clientOf(request) };
  const added = await addPasskey(deps, by, { response: response.value, name });
  return added.ok ? answer(toPasskeyView(added.value)) : refusePasskey(deps, request, added.failure);
}

async function remove(deps: SignInDeps, request: RawRequest, bytes: Buffer | undefined): Promise<RawAnswer> {
  const scope = await enterBySession(deps, request);
  if (!scope.ok) return scope.failure;
  const body = readTexts(request, bytes, ["id"]);
  if (!body.ok) return body.failure;
  const removed = await removePasskey(deps, scope.value, Number(body.value.id));
  return removed.ok ? answer(null) : refusePasskey(deps, request, removed.failure, 404);
}

async function signIn(deps: SignInDeps, request: RawRequest, bytes: Buffer | undefined): Promise<RawAnswer> {
  if (!request.page().isOwn) return refuseForeign();
  const body = readTexts(request, bytes, ["response"]);
  if (!body.ok) return body.failure;
  const response = readCredential(body.value.response);
  if (!response.ok) return response.failure;
  const library = libraryFor(deps, request);
  const done = await signInWithPasskey(library, response.value, clientOf(request));
  if (!done.ok) return refusePasskey(deps, request, done.failure);
  const { userId, cookies } = done.value;
  const token = deps.cookies.begun(cookies, library.isSecure);
  const user = await deps.people.find(userId);
  if (user === undefined || token === undefined) return refuseNobody();
  await sessionsStore(deps.db).noteSecondFactor(token);
  const { id, name, email } = user;
  return answer({ user: { id, name, email } }, cookies);
}

/** The shape that the library's own parser relies on; everything else it checks itself. */
function readCredential(text: string): Result<Record<string, unknown>, RawAnswer> {
  const bad = () =>
    fail(
      refuse(400, "invalid_body", "response: must be the JSON text of a public-key credential.", {
        field: "response",
      }),
    );
  let given: unknown;
  try {
    given = parseJson(text);
  } catch {
    return bad();
  }
  if (typeof given !== "object" || given === null || Array.isArray(given)) return bad();
  const { id, response } = given as Record<string, unknown>;
  const isShaped = typeof id === "string" && typeof response === "object" && response !== null;
  return isShaped ? ok(given as Record<string, unknown>) : bad();
}

function refusePasskey(
  deps: SignInDeps,
  request: RawRequest,
  { code }: PasskeyFailure,
  unknownStatus = 401,
): RawAnswer {
  switch (code) {
    case "no_session":
      return refuseNobody();
    case "no_challenge":
      return refuse(400, code, "This took too long. Start again.");
    case "unknown_passkey":
      return (
        tooMany(deps, request) ??
        refuse(unknownStatus, code, "This passkey is not known here. Sign in with your password.")
      );
    case "passkey_refused":
      return (
        tooMany(deps, request) ??
        refuse(
          400,
          code,
          "The passkey could not be verified. It needs a device that checks your PIN, finger or face.",
        )
      );
  }
}
