import { fail, ok, type Result } from "../../platform/result.ts";
import {
  type Client,
  headersOf,
  ISSUER,
  type LibraryOptions,
  openLibrary,
  refusalOf,
} from "../library/open-library.ts";

export type CodeFailure =
  | { code: "wrong_code" }
  /** Too many wrong codes in a row: the account is locked for a quarter of an hour. */
  | { code: "locked" }
  /** The sign-in that the code belongs to has expired, or five codes were wrong. */
  | { code: "no_challenge" }
  | { code: "wrong_password" }
  | { code: "no_session" };

export type SetUp = { secret: string; uri: string; recoveryCodes: string[] };

/** A secret for an authenticator app. It counts once a first code of it has been confirmed. */
export async function setUpCodes(
  options: LibraryOptions,
  { password, email }: { password: string; email: string },
  client: Client,
): Promise<Result<SetUp, CodeFailure>> {
  const { api } = await openLibrary(options);
  return refusable(async () => {
    const made = await api.enableTwoFactor({
      body: { password, method: "totp" },
      headers: headersOf(client),
    });
    if (made.method !== "totp") throw new Error("the library set up another kind of second factor");
    const secret = new URL(made.totpURI).searchParams.get("secret") ?? "";
    return { secret, uri: uriFor(secret, email), recoveryCodes: made.backupCodes };
  });
}

/** The library knows users by number only; the app on the member's phone shows their own address. */
const uriFor = (secret: string, email: string): string =>
  `otpauth://totp/${ISSUER}:${encodeURIComponent(email)}?secret=${secret}&issuer=${ISSUER}&digits=6&period=30`;

export type Verified = { userId: number; cookies: string[] };

/** Also the first code, which switches the second factor on: the cookies then carry a new session. */
export async function verifyCode(
  options: LibraryOptions,
  code: string,
  client: Client,
): Promise<Result<Verified, CodeFailure>> {
  const { api } = await openLibrary(options);
  return refusable(async () => {
    const done = await api.verifyTOTP({ body: { code }, headers: headersOf(client), returnHeaders: true });
    return { userId: Number(done.response.user.id), cookies: done.headers.getSetCookie() };
  });
}

/** Each recovery code works once, in place of a code from the app. */
export async function verifyRecoveryCode(
  options: LibraryOptions,
  code: string,
  client: Client,
): Promise<Result<Verified, CodeFailure>> {
  const { api } = await openLibrary(options);
  return refusable(async () => {
    const done = await api.verifyBackupCode({
      body: { code },
      headers: headersOf(client),
      returnHeaders: true,
    });
    return { userId: Number(done.response.user.id), cookies: done.headers.getSetCookie() };
  });
}

export async function countRecoveryCodes(options: LibraryOptions, userId: number): Promise<number> {
  const { api } = await openLibrary(options);
  const { backupCodes } = await api.viewBackupCodes({ body: { userId: String(userId) } });
  return backupCodes.length;
}

export async function turnCodesOff(
  options: LibraryOptions,
  password: string,
  client: Client,
): Promise<Result<string[], CodeFailure>> {
  const { api } = await openLibrary(options);
  return refusable(async () => {
    const done = await api.disableTwoFactor({
      body: { password },
      headers: headersOf(client),
      returnHeaders: true,
    });
    return done.headers.getSetCookie();
  });
}

export async function makeRecoveryCodes(
  options: LibraryOptions,
  password: string,
  client: Client,
): Promise<Result<string[], CodeFailure>> {
  const { api } = await openLibrary(options);
  return refusable(async () => {
    const { backupCodes } = await api.generateBackupCodes({ body: { password }, headers: headersOf(client) });
    return backupCodes;
  });
}

const FAILURES: Record<string, CodeFailure["code"]> = {
  INVALID_CODE: "wrong_code",
  INVALID_BACKUP_CODE: "wrong_code",
  ACCOUNT_TEMPORARILY_LOCKED: "locked",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "no_challenge",
  INVALID_TWO_FACTOR_COOKIE: "no_challenge",
  TOTP_NOT_ENABLED: "no_challenge",
  BACKUP_CODES_NOT_ENABLED: "no_challenge",
  TWO_FACTOR_NOT_ENABLED: "no_challenge",
  INVALID_PASSWORD: "wrong_password",
  UNAUTHORIZED: "no_session",
  // Two requests with one recovery code: the other one had it.
  CONFLICT: "wrong_code",
};

async function refusable<Value>(work: () => Promise<Value>): Promise<Result<Value, CodeFailure>> {
  try {
    return ok(await work());
  } catch (cause) {
    const code = FAILURES[refusalOf(cause) ?? ""];
    if (code === undefined) throw cause;
    return fail({ code });
  }
}
