import { createHmac, hash, timingSafeEqual } from "node:crypto";

/** Sessions end this long after they were last used, and are drawn out at most once a day. */
export const SESSION_S = 7 * 24 * 3600;
export const RENEW_AFTER_S = 24 * 3600;

/**
 * The session cookie as the library writes it: the token and its signature. A token read from the database is therefore worth nothing
 * without the server's key. Browsers give cookies to every port of a host, so the name carries a mark of the key: two servers on one
 * machine do not sign each other's people out.
 */
export function createSessionCookies(secret: string) {
  const prefix = `tributary-${hash("sha256", secret).slice(0, 6)}`;
  const name = `${prefix}.session_token`;
  const sign = (token: string): Buffer => createHmac("sha256", secret).update(token).digest();
  const secureName = `__Secure-${name}`;
  return {
    prefix,
    /** The token in these cookies, if its signature is ours. What came without https does not count where https is spoken. */
    read(cookies: string, isSecure: boolean): { token: string; value: string } | undefined {
      const value = findCookie(cookies, secureName) ?? (isSecure ? undefined : findCookie(cookies, name));
      if (value === undefined) return undefined;
      const dot = value.lastIndexOf(".");
      const token = value.slice(0, Math.max(dot, 0));
      const given = Buffer.from(value.slice(dot + 1), "base64");
      const expected = sign(token);
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
      return isOurs && token !== "" ? { token, value } : undefined;
    },
    /** The token of the session that these `Set-Cookie` lines begin. */
    begun(setCookies: readonly string[], isSecure: boolean): string | undefined {
      return this.read(setCookies.map((line) => line.split(";", 1)[0]).join(";"), isSecure)?.token;
    },
    write(value: string, isSecure: boolean, seconds: number): string {
      const start = `${isSecure ? secureName : name}=${encodeURIComponent(value)}; Max-Age=${seconds}; Path=/; HttpOnly`;
      return isSecure ? `${start}; Secure; SameSite=Lax` : `${start}; SameSite=Lax`;
    },
  };
}

export type SessionCookies = ReturnType<typeof createSessionCookies>;

function findCookie(cookies: string, name: string): string | undefined {
  for (const part of cookies.split(";")) {
    const pair = part.trimStart();
    if (pair.startsWith(`${name}=`)) return decode(pair.slice(name.length + 1));
  }
  return undefined;
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
