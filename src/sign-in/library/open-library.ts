import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { Randomness } from "../../platform/secrets.ts";
import { hashPassword, verifyPassword } from "../password/password-hash.ts";
import { PASSWORD_LENGTH } from "../password/password-rule.ts";
import { RENEW_AFTER_S, SESSION_S } from "../session/session-cookie.ts";

export type LibraryOptions = {
  db: Kysely<ControlTables>;
  /** The first signs and encrypts; each of them decrypts. */
  secrets: readonly string[];
  cookiePrefix: string;
  /** Cookies are for https alone. */
  isSecure: boolean;
  /** Where the browser reaches this server: passkeys belong to its host name. */
  origin: string;
  randomness: Randomness;
};

const CLIENT_HEADER = "x-client-address";
const MOMENTS = { createdAt: "created_at", updatedAt: "updated_at" };
/** How long a sign-in waits for its second step, and a passkey's signature is awaited. */
const CHALLENGE_S = 300;
export const ISSUER = "Tributary";

/** Loaded at the first sign-in, not before: it takes 50 MB of memory and 0.3 s. */
export async function openLibrary(options: LibraryOptions) {
  const [{ betterAuth }, { kyselyAdapter }, { twoFactor }, { passkey }] = await Promise.all([
    import("better-auth/minimal"),
    import("@better-auth/kysely-adapter"),
    import("better-auth/plugins/two-factor"),
    import("@better-auth/passkey"),
  ]);
  const { db, secrets, cookiePrefix, isSecure, origin, randomness } = options;
  return betterAuth({
    // Only our own routes call it, by function. It never sees a request's address.
    baseURL: "http://sign-in.invalid",
    secrets: secrets.map((value) => ({ version: versionOf(value), value })),
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
        verify: ({ hash: stored, password }) => verifyPassword(password, stored),
      },
    },
    user: { modelName: "sign_in_user", fields: { emailVerified: "email_verified", ...MOMENTS } },
    session: {
      modelName: "sign_in_session",
      expiresIn: SESSION_S,
      updateAge: RENEW_AFTER_S,
      // Our routes ask for the password where a session alone is not enough.
      freshAge: 0,
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
    verification: { modelName: "sign_in_challenge", fields: { expiresAt: "expires_at", ...MOMENTS } },
    plugins: [
      twoFactor({
        issuer: ISSUER,
        twoFactorTable: "sign_in_second_factor",
        twoFactorCookieMaxAge: CHALLENGE_S,
        schema: {
          user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
          twoFactor: {
            fields: {
              ...{ userId: "user_id", backupCodes: "backup_codes", lockedUntil: "locked_until" },
              failedVerificationCount: "failed_verification_count",
            },
          },
        },
      }),
      passkey({
        rpName: ISSUER,
        rpID: new URL(origin).hostname,
        origin,
        // The device checks the member's face, finger or PIN: a passkey is two factors in one.
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        registration: {
          afterVerification: ({ verification }) => requireVerified(verification.registrationInfo),
        },
        authentication: {
          afterVerification: ({ verification }) => requireVerified(verification.authenticationInfo),
        },
        schema: {
          passkey: {
            modelName: "sign_in_passkey",
            fields: {
              ...{ publicKey: "public_key", userId: "user_id", credentialID: "credential_id" },
              ...{ deviceType: "device_type", backedUp: "backed_up", createdAt: "created_at" },
            },
          },
        },
      }),
    ],
    advanced: {
      cookiePrefix,
      useSecureCookies: isSecure,
      // The numbered schema steps own the tables; the library's own check would look for columns we do not keep.
      database: { generateId: "serial", validateSchema: false },
      ipAddress: { ipAddressHeaders: [CLIENT_HEADER] },
    },
  });
}

/** A number that stays with its key when another one is put in front. */
const versionOf = (secret: string): number => Number.parseInt(hash("sha256", secret).slice(0, 8), 16);

async function requireVerified(info: { userVerified: boolean } | undefined): Promise<undefined> {
  if (info?.userVerified !== true) throw new Error("the authenticator did not verify its user");
  return undefined;
}

/** The browser at the other end, for the list of sessions. */
export type Client = { cookies: string; userAgent: string; clientAddress: string };

export const headersOf = ({ cookies, userAgent, clientAddress }: Client): Headers =>
  new Headers({
    cookie: cookies,
    // Latin-1 as Node reads it; a header of this kind takes no more, and the database keeps no more.
    "user-agent": userAgent.replace(/[^\x20-\x7e]/g, "?").slice(0, 255),
    [CLIENT_HEADER]: clientAddress,
  });

/** The library throws its refusals, with a code in the body. */
export function refusalOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !("body" in cause)) return undefined;
  const { body } = cause as { body?: { code?: string } };
  return body?.code ?? ("status" in cause ? String(cause.status) : undefined);
}
