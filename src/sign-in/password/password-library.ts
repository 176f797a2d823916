import { fail, ok, type Result } from "../../platform/result.ts";
import {
  type Client,
  headersOf,
  type LibraryOptions,
  openLibrary,
  refusalOf,
} from "../library/open-library.ts";

export type LibraryFailure = { code: "wrong_password" } | { code: "no_session" };
/** The cookies to send. */
type Done = Result<string[], LibraryFailure>;

/** The view of users gives each this address. No user has the number 0; looking it up takes as long as a real one. */
const addressOf = (userId: number | undefined): string => `${userId ?? 0}@id.invalid`;

/** With a second factor the cookies carry a challenge instead of a session. */
export async function signInWithPassword(
  options: LibraryOptions,
  userId: number | undefined,
  password: string,
  client: Client,
): Promise<Result<{ cookies: string[]; needsSecondFactor: boolean }, LibraryFailure>> {
  const { api } = await openLibrary(options);
  const body = { email: addressOf(userId), password };
  return refusable(async () => {
    const done = await api.signInEmail({ body, headers: headersOf(client), returnHeaders: true });
    return { cookies: done.headers.getSetCookie(), needsSecondFactor: "twoFactorRedirect" in done.response };
  });
}

export async function signOut(options: LibraryOptions, client: Client): Promise<Done> {
  const { api } = await openLibrary(options);
  return refusable(async () => {
    const { headers } = await api.signOut({ headers: headersOf(client), returnHeaders: true });
    return headers.getSetCookie();
  });
}

/** Ends every session of the user, and begins a new one. */
export async function changePassword(
  options: LibraryOptions,
  passwords: { current: string; next: string },
  client: Client,
): Promise<Done> {
  const { api } = await openLibrary(options);
  const body = {
    currentPassword: passwords.current,
    newPassword: passwords.next,
    revokeOtherSessions: true,
  };
  return refusable(async () => {
    const { headers } = await api.changePassword({ body, headers: headersOf(client), returnHeaders: true });
    return headers.getSetCookie();
  });
}

/** Whether this is the password of the user whose session the cookies carry. */
export async function checkPassword(
  options: LibraryOptions,
  password: string,
  client: Client,
): Promise<Result<true, LibraryFailure>> {
  const { api } = await openLibrary(options);
  return refusable(async () => {
    await api.verifyPassword({ body: { password }, headers: headersOf(client) });
    return true as const;
  });
}

async function refusable<Value>(work: () => Promise<Value>): Promise<Result<Value, LibraryFailure>> {
  try {
    return ok(await work());
  } catch (cause) {
    const code = refusalOf(cause);
    if (code === "INVALID_EMAIL_OR_PASSWORD" || code === "INVALID_PASSWORD")
      return fail({ code: "wrong_password" });
    if (code === "UNAUTHORIZED" || code === "CREDENTIAL_ACCOUNT_NOT_FOUND")
      return fail({ code: "no_session" });
    throw cause;
  }
}
