import { createOTP } from "@better-auth/utils/otp";
import { Client } from "pg";
import { systemRandomness } from "../../src/platform/secrets.ts";
import { hashPassword } from "../../src/sign-in/password/password-hash.ts";
import { type Answer, type CallOptions, call, type TestServer } from "../support/test-server.ts";

export const PASSWORD = "correct horse battery";

/** One for all: each takes a fifth of a second. */
let hash: Promise<string> | undefined;

/** Somebody of organization 1 with a password, as a link would have made them. */
export async function makePerson(
  server: TestServer,
  person: { email: string; name?: string; role?: string; projects?: { id: number; role: string }[] },
): Promise<number> {
  const made = await server.call("POST", "organizations/1/users", { body: { name: "Ana", ...person } });
  const { id } = made.body.results;
  hash ??= hashPassword(PASSWORD, systemRandomness);
  await query(server, "insert into sign_in_password (user_id, hash) values ($1, $2)", [id, await hash]);
  return id;
}

export async function query(server: TestServer, text: string, values: unknown[] = []) {
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** A browser, as far as the server can tell: it keeps cookies, and says which page asks. */
export function createBrowser(server: Pick<TestServer, "url">) {
  const jar = new Map<string, string>();
  const page = (): Record<string, string> => ({ origin: server.url, "x-tributary-ui": "1" });
  return {
    jar,
    cookie: () => [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
    /** As one of our pages asks; `headers` may make another page of it. */
    async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
      const headers = {
        ...(jar.size === 0 ? {} : { cookie: this.cookie() }),
        ...page(),
        ...options.headers,
      };
      const answer = await call(server.url, method, path, { ...options, as: null, headers });
      for (const line of answer.headers.getSetCookie()) {
        const [pair = ""] = line.split(";");
        const [name = "", value = ""] = pair.split("=");
        if (/max-age=0/i.test(line)) jar.delete(name);
        else jar.set(name, value);
      }
      return answer;
    },
    signIn(email: string, password = PASSWORD): Promise<Answer> {
      return this.call("POST", "/api/auth/sign-in/email", { body: { email, password } });
    },
  };
}

/** What an authenticator app shows for this key, now or so many half minutes ahead. */
export const codeOf = (secret: string, periodsAhead = 0): Promise<string> =>
  createOTP(fromBase32(secret), { digits: 6, period: 30 }).hotp(
    Math.floor(Date.now() / 30_000) + periodsAhead,
  );

function fromBase32(text: string): string {
  const bits = [...text].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 2)));
}
