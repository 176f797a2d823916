import { fail, ok, type Result } from "../../platform/result.ts";
import { type AskFailure, reasonOf } from "./ask.ts";
import type { Connection } from "./connect.ts";

const TIMEOUT_MS = 600_000;

/** The dictionary as CSV text, to be printed or sent into a file. */
export async function exportDictionary(
  { url, credentials }: Connection,
  path: string,
): Promise<Result<string, AskFailure>> {
  try {
    const response = await fetch(url + path, {
      headers: { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return ok(await response.text());
    const answer = (await response.json().catch(() => ({}))) as Partial<AskFailure>;
    return fail({ error: answer.error ?? `The server answered ${response.status}.` });
  } catch (cause) {
    return fail({ error: `The server at ${url} does not answer: ${reasonOf(cause)}.` });
  }
}
