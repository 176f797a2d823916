import { type RawAnswer, type RawRequest, type RawRoute, rawRoute } from "../../http/index.ts";
import type { Result } from "../../platform/result.ts";
import {
  answer,
  clientOf,
  readTexts,
  refuse,
  refuseBrake,
  refuseForeign,
  refuseShell,
  tooMany,
} from "../answers-wire.ts";
import type { SignInDeps } from "../deps.ts";
import { libraryFor } from "../library-wire.ts";
import { passkeysStore } from "../passkey/passkeys-store.ts";
import { toPasskeyView } from "../passkey/view.ts";
import { enterBySession, refuseNobody } from "../session-wire.ts";
import {
  type By,
  confirmSecondFactor,
  renewRecoveryCodes,
  type SecondFactorFailure,
  setUpSecondFactor,
  turnSecondFactorOff,
} from "./change-second-factor.ts";
import {
  CONFIRM_SECOND_FACTOR,
  GET_SECOND_FACTOR,
  NEW_RECOVERY_CODES,
  SET_UP_SECOND_FACTOR,
  SIGN_IN_SECOND_FACTOR,
  TURN_SECOND_FACTOR_OFF,
} from "./operations.ts";
import { countRecoveryCodes } from "./second-factor-library.ts";
import { secondFactorStore } from "./second-factor-store.ts";
import { signInWithCode } from "./sign-in-step.ts";

const common = { bodyMaxBytes: 16_384, tag: "Sign-in", refuse: refuseShell } as const;
const BASE = "/api/auth/second-factor";

/** How members set up a second factor, and give it when they sign in. */
export const secondFactorRoutes = (deps: SignInDeps): RawRoute[] => [
  rawRoute({
    ...common,
    method: "POST",
    urls: ["/api/auth/sign-in/second-factor"],
    operation: SIGN_IN_SECOND_FACTOR,
    handle: (_entered, request, bytes) => finishSignIn(deps, request, bytes),
  }),
  rawRoute({
    ...common,
    method: "GET",
    urls: [BASE],
    operation: GET_SECOND_FACTOR,
    handle: (_entered, request) => describe(deps, request),
  }),
  bySession(deps, `${BASE}/set-up`, SET_UP_SECOND_FACTOR, "password", async (by, password) => {
    const made = await setUpSecondFactor(deps, by, password);
    if (!made.ok) return made;
    const { secret, uri, recoveryCodes } = made.value;
    return { ok: true, value: answer({ secret, uri, recovery_codes: recoveryCodes }) };
  }),
  bySession(deps, `${BASE}/confirm`, CONFIRM_SECOND_FACTOR, "code", async (by, code) => {
    const done = await confirmSecondFactor(deps, by, code.replaceAll(" ", ""));
    return done.ok ? { ok: true, value: answer(null, done.value) } : done;
  }),
  bySession(deps, `${BASE}/turn-off`, TURN_SECOND_FACTOR_OFF, "password", async (by, password) => {
    const done = await turnSecondFactorOff(deps, by, password);
    return done.ok ? { ok: true, value: answer(null, done.value) } : done;
  }),
  bySession(deps, `${BASE}/recovery-codes`, NEW_RECOVERY_CODES, "password", async (by, password) => {
    const done = await renewRecoveryCodes(deps, by, password);
    return done.ok ? { ok: true, value: answer({ recovery_codes: done.value }) } : done;
  }),
];

/** A change that one of our pages asks for: the member's session, and one text in the body. */
const bySession = (
  deps: SignInDeps,
  url: string,
  operation: RawRoute["operation"],
  field: string,
  work: (by: By, text: string) => Promise<Result<RawAnswer, SecondFactorFailure>>,
): RawRoute =>
  rawRoute({
    ...common,
    method: "POST",
    urls: [url],
    operation,
    async handle(_entered, request, bytes) {
      const scope = await enterBySession(deps, request);
      if (!scope.ok) return scope.failure;
      const body = readTexts(request, bytes, [field]);
      if (!body.ok) return body.failure;
      const by = { scope: scope.value, library: libraryFor(deps, request), client: clientOf(request) };
      const done = await work(by, body.value[field] ?? "");
      if (done.ok) return done.value;
      return refuseSecondFactor(deps, request, done.failure, scope.value.principal.email);
    },
  });

async function finishSignIn(
  deps: SignInDeps,
  request: RawRequest,
  bytes: Buffer | undefined,
): Promise<RawAnswer> {
  if (!request.page().isOwn) return refuseForeign();
  const body = readTexts(request, bytes, ["code"]);
  if (!body.ok) return body.failure;
  const by = { library: libraryFor(deps, request), client: clientOf(request) };
  const done = await signInWithCode(deps, by, body.value.code);
  if (!done.ok) return refuseSecondFactor(deps, request, done.failure);
  const user = await deps.people.find(done.value.userId);
  if (user === undefined) return refuseNobody();
  const { id, name, email } = user;
  return answer({ user: { id, name, email } }, done.value.cookies);
}

async function describe(deps: SignInDeps, request: RawRequest): Promise<RawAnswer> {
  const scope = await enterBySession(deps, request);
  if (!scope.ok) return scope.failure;
  const { id, secondFactor = false } = scope.value.principal;
  const isOn = await secondFactorStore(deps.db).isOn(id);
  const passkeys = await passkeysStore(deps.db).list(id);
  return answer({
    codes: isOn,
    recovery_codes_left: isOn ? await countRecoveryCodes(libraryFor(deps, request), id) : 0,
    passkeys: passkeys.map(toPasskeyView),
    session_has_second_factor: secondFactor,
  });
}

export function refuseSecondFactor(
  deps: SignInDeps,
  request: RawRequest,
  failure: SecondFactorFailure,
  account?: string,
): RawAnswer {
  const { code } = failure;
  switch (code) {
    case "busy":
    case "too_many_failures":
      return refuseBrake(deps, request, { code });
    case "wrong_code":
      return (
        tooMany(deps, request) ??
        refuse(400, code, "code: is wrong, or was used before. Wait for the next one.", { field: "code" })
      );
    case "wrong_password":
      return (
        tooMany(deps, request, account) ??
        refuse(400, code, "password: is not your password.", { field: "password" })
      );
    case "locked":
      return refuse(429, code, "Too many wrong codes. Try again in 15 minutes.", {
        headers: { "retry-after": "900" },
      });
    case "no_challenge":
      return refuse(401, code, "This sign-in has expired. Start again with your password.");
    case "no_session":
      return refuseNobody();
    case "already_on":
      return refuse(409, code, "The second factor is on already. Turn it off first to set up another app.");
  }
}
