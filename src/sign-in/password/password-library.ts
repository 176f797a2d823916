import type { Kysely } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { Randomness } from "../../platform/secrets.ts";
import { RENEW_AFTER_S, SESSION_S } from "../session/session-cookie.ts";
import { hashPassword, verifyPassword } from "./password-hash.ts";
import { PASSWORD_LENGTH } from "./password-rule.ts";

export type LibraryOptions = {
  db: Kysely<ControlTables>;
  secret: string;
  cookiePrefix: string;
  isSecure: boolean;
  randomness: Randomness;
};

const CLIENT_HEADER = "x-client-address";
const MOMENTS = { createdAt: "created_at", updatedAt: "updated_at" };

/** Loaded when somebody signs in, not before: it takes 50 MB of memory and 0.3 s. */
async function openLibrary({ db, secret, cookiePrefix, isSecure, randomness }: LibraryOptions) {
  const [{ betterAuth }, { kyselyAdapter }] = await Promise.all([
    import("better-auth/minimal"),
    import("@better-auth/kysely-adapter"),
  ]);
  return betterAuth({
    // Never called by address: it is told what to do, and our own routes decide who may ask.
    baseURL: "http://sign-in.invalid",
    secret,
    database: kyselyAdapter(db, { type: "postgres" }),
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { disabled: true },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH.least,
      maxPasswordLength: PASSWORD_LENGTH.most,
      password: {
        hash: (password) => hashPassword(password, randomness),
        verify: ({ hash, password }) => verifyPassword(password, hash),
      },
    },
    user: { modelName: "sign_in_user", fields: { emailVerified: "email_verified", ...MOMENTS } },
    session: {
      modelName: "sign_in_session",
      expiresIn: SESSION_S,
      updateAge: RENEW_AFTER_S,
      fields: {
        ...{ userId: "user_id", expiresAt: "expires_at", ...MOMENTS },
        ...{ ipAddress: "ip_address", userAgent: "user_agent" },
      },
    },
    account: {
      modelName: "sign_in_password",
      fields: {
        ...{ userId: "user_id", accountId: "account_id", providerId: "provider_id", password: "hash" },
        ...MOMENTS,
      },
    },
    advanced: {
      cookiePrefix,
      useSecureCookies: isSecure,
      database: { generateId: "serial" },
      ipAddress: { ipAddressHeaders: [CLIENT_HEADER] },
    },
  });
}

/** Who is at the other end, for the list of sessions. */
export type Client = { cookies: string; userAgent: string; clientAddress: string };
export type LibraryFailure = { code: "wrong_password" } | { code: "no_session" };
/** The cookies to send. */
type Done = Result<string[], LibraryFailure>;

const headersOf = ({ cookies, userAgent, clientAddress }: Client): Headers =>
  new Headers({
    cookie: cookies,
    // Latin-1 as Node reads it; a header of this kind takes no more, and the database keeps no more.
    "user-agent": userAgent.replace(/[^\x20-\x7e]/g, "?").slice(0, 255),
    [CLIENT_HEADER]: clientAddress,
  });

/** The view of people gives each this address. Nobody has the number 0, and is looked for all the same: it takes as long. */
const addressOf = (userId: number | undefined): string => `${userId ?? 0}@id.invalid`;

export async function signInWithPassword(
  options: LibraryOptions,
  userId: number | undefined,
  password: string,
  client: Client,
): Promise<Done> {
  const { api } = await openLibrary(options);
  const body = { email: addressOf(userId), password };
  return cookiesOf(api.signInEmail({ body, headers: headersOf(client), returnHeaders: true }));
}

export async function signOut(options: LibraryOptions, client: Client): Promise<Done> {
  const { api } = await openLibrary(options);
  return cookiesOf(api.signOut({ headers: headersOf(client), returnHeaders: true }));
}

/** Ends every session of the person, and begins a new one. */
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
  return cookiesOf(api.changePassword({ body, headers: headersOf(client), returnHeaders: true }));
}

async function cookiesOf(answering: Promise<{ headers: Headers }>): Promise<Done> {
  try {
    return ok((await answering).headers.getSetCookie());
  } catch (cause) {
    const code = refusalOf(cause);
    if (code === "INVALID_EMAIL_OR_PASSWORD" || code === "INVALID_PASSWORD")
      return fail({ code: "wrong_password" });
    if (code === "UNAUTHORIZED" || code === "CREDENTIAL_ACCOUNT_NOT_FOUND")
      return fail({ code: "no_session" });
    throw cause;
  }
}

/** What the library refuses it throws, with a word for it in the body. */
function refusalOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !("body" in cause)) return undefined;
  const { body } = cause as { body?: { code?: string } };
  return body?.code ?? ("status" in cause ? String(cause.status) : undefined);
}
