import { fail, ok, type Result } from "../../platform/result.ts";
import {
  type Client,
  headersOf,
  type LibraryOptions,
  openLibrary,
  refusalOf,
} from "../library/open-library.ts";

export type PasskeyFailure =
  /** The signature does not hold, or the device did not verify its user. */
  | { code: "passkey_refused" }
  | { code: "unknown_passkey" }
  /** The challenge has expired or was used. */
  | { code: "no_challenge" }
  | { code: "no_session" };

type Prepared = { options: Record<string, unknown>; cookies: string[] };

/** What the browser hands to the authenticator to make a passkey. */
export async function prepareRegistration(
  options: LibraryOptions,
  email: string,
  client: Client,
): Promise<Result<Prepared, PasskeyFailure>> {
  const { api } = await openLibrary(options);
  return refusable(async () => {
    const made = await api.generatePasskeyRegistrationOptions({
      query: { name: email },
      headers: headersOf(client),
      returnHeaders: true,
    });
    const { user, ...rest } = made.response;
    const named = { ...rest, user: { ...user, name: email, displayName: email } };
    return { options: named, cookies: made.headers.getSetCookie() };
  });
}

export async function register(
  options: LibraryOptions,
  { response, name }: { response: unknown; name: string },
  client: Client,
): Promise<Result<{ id: number }, PasskeyFailure>> {
  const { api } = await openLibrary(options);
  return refusable(async () => {
    const made = await api.verifyPasskeyRegistration({
      body: { response, name },
      headers: headersOf(client),
    });
    return { id: Number(made.id) };
  });
}

/** For any passkey of this site: the member chooses one, and is known by it. */
export async function prepareSignIn(
  options: LibraryOptions,
  client: Client,
): Promise<Result<Prepared, PasskeyFailure>> {
  const { api } = await openLibrary(options);
  return refusable(async () => {
    const made = await api.generatePasskeyAuthenticationOptions({
      headers: headersOf({ ...client, cookies: "" }),
      returnHeaders: true,
    });
    return {
      options: { ...made.response, userVerification: "required" },
      cookies: made.headers.getSetCookie(),
    };
  });
}

export async function signInWithPasskey(
  options: LibraryOptions,
  response: Record<string, unknown>,
  client: Client,
): Promise<Result<{ userId: number; cookies: string[] }, PasskeyFailure>> {
  const { api } = await openLibrary(options);
  return refusable(async () => {
    const done = await api.verifyPasskeyAuthentication({
      body: { response: response as never },
      headers: headersOf(client),
      returnHeaders: true,
    });
    return { userId: Number(done.response.user.id), cookies: done.headers.getSetCookie() };
  });
}

const FAILURES: Record<string, PasskeyFailure["code"]> = {
  CHALLENGE_NOT_FOUND: "no_challenge",
  PASSKEY_NOT_FOUND: "unknown_passkey",
  FAILED_TO_VERIFY_REGISTRATION: "passkey_refused",
  PREVIOUSLY_REGISTERED: "passkey_refused",
  AUTHENTICATION_FAILED: "passkey_refused",
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: "passkey_refused",
  UNABLE_TO_CREATE_SESSION: "passkey_refused",
  SESSION_REQUIRED: "no_session",
  UNAUTHORIZED: "no_session",
};

async function refusable<Value>(work: () => Promise<Value>): Promise<Result<Value, PasskeyFailure>> {
  try {
    return ok(await work());
  } catch (cause) {
    const code = FAILURES[refusalOf(cause) ?? ""];
    if (code === undefined) throw cause;
    return fail({ code });
  }
}
