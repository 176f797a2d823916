import { UI_HEADERS } from "../api/client.ts";
import { failureOf, unreachable } from "../api/failure.ts";

export type Credentials = { email: string; password: string };

/** Starts a session; its cookie is out of reach for scripts. */
export const signIn = (credentials: Credentials): Promise<void> =>
  post("/api/auth/sign-in/email", credentials);

export const signOut = (): Promise<void> => post("/api/auth/sign-out", {});

/** The sign-in library speaks a dialect of its own, outside of the application API. */
async function post(path: string, body: unknown): Promise<void> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...UI_HEADERS },
    credentials: "same-origin",
    body: JSON.stringify(body),
  }).catch(() => {
    throw unreachable();
  });
  if (!response.ok) throw failureOf(response, await response.json().catch(() => undefined));
}
