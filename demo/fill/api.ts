/** A started server, and who speaks to it: `username:secret` of a service account that owns it, or somebody's session. */
export type Target = { url: string; credentials: string; session?: string };

export type Request = {
  body?: unknown;
  /** Bytes as they are, in place of `body`. */
  bytes?: Uint8Array<ArrayBuffer> | undefined;
  headers?: Record<string, string>;
  /** Statuses other than 2xx that are expected. */
  also?: readonly number[];
};

const TRIES = 20;

/**
 * Asks the server; paths that do not start with a slash are below `/api/app/`. Answers the body, parsed. What the server is too
 * busy for is tried again; anything else that is refused is a bug of the demo and thrown.
 */
export async function ask<Body>(
  target: Target,
  method: string,
  path: string,
  { body, bytes, headers = {}, also = [] }: Request = {},
): Promise<Body> {
  const content = bytes ?? (body === undefined ? null : JSON.stringify(body));
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${target.url}${path.startsWith("/") ? path : `/api/app/${path}`}`, {
      method,
      headers: {
        ...whoAsks(target),
        ...(content === null ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body: content,
    });
    const text = await response.text();
    if (response.ok || also.includes(response.status)) return JSON.parse(text === "" ? "null" : text);
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy || tries === TRIES) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    await pause(1000 * Number(response.headers.get("retry-after") ?? 1));
  }
}

const whoAsks = ({ url, credentials, session }: Target): Record<string, string> =>
  session === undefined
    ? { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` }
    : { cookie: session, ...ownPage(url) };

/** What the server's own pages send along, and foreign ones cannot. */
export const ownPage = (url: string) => ({ origin: url, "x-tributary-ui": "1" });

/** The same server, asked by somebody who signs in. */
export async function signIn(target: Target, email: string, password: string): Promise<Target> {
  const response = await fetch(`${target.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", ...ownPage(target.url) },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`sign-in of ${email}: ${response.status} ${await response.text()}`);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
  return { ...target, session: cookies.join("; ") };
}

/** What an application call answers under `results`. */
export const askApp = async <Results>(
  target: Target,
  method: string,
  path: string,
  body?: unknown,
): Promise<Results> =>
  (await ask<{ results: Results }>(target, method, path, body === undefined ? {} : { body })).results;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
