import { createOTP } from "@better-auth/utils/otp";
import { Client } from "pg";
import { type Answer, type CallOptions, call, type TestServer } from "../support/test-server.ts";

export const PASSWORD = "correct horse battery";

export type Person = {
  email: string;
  name?: string;
  role?: string;
  projects?: { id: number; role: string }[];
  organization?: number;
};
type Caller = Pick<TestServer, "url" | "call">;

/** The token of an invitation; by the first account unless `as` says otherwise. */
export async function invite(
  server: Caller,
  { organization = 1, ...person }: Person,
  as?: string,
): Promise<string> {
  const made = await server.call("POST", `organizations/${organization}/users`, {
    body: person,
    ...(as === undefined ? {} : { as }),
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body.results.token;
}

/** Somebody who was invited to organization 1 and has accepted with a new account. */
export async function makePerson(server: Caller, person: Person, as?: string): Promise<number> {
  const token = await invite(server, person, as);
  const browser = createBrowser(server);
  const body = { token, name: person.name ?? "Ana", password: PASSWORD };
  const accepted = await browser.call("POST", "invitations/accept", { body });
  if (accepted.status !== 200) throw new Error(JSON.stringify(accepted.body));
  const { user_id: id } = (await browser.call("GET", "me")).body.results;
  // No session is left behind: tests count them.
  await browser.call("POST", "/api/auth/sign-out");
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
