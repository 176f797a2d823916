import { parseJson } from "../../platform/parse-json.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { Connection } from "./connect.ts";

/** What was wrong: the server's own words, or why it could not be asked. */
export type AskFailure = { error: string; type?: string; field?: string };

const TIMEOUT_MS = 60_000;

/** One request to the application API; answers its results, or what was wrong in a sentence. */
export async function ask(
  { url, credentials }: Connection,
  method: string,
  path: string,
  more: { query?: Record<string, string>; body?: Record<string, unknown> } = {},
): Promise<Result<unknown, AskFailure>> {
  const query = new URLSearchParams(more.query).toString();
  const address = `${url}/api/app${path}${query === "" ? "" : `?${query}`}`;
  let response: Response;
  try {
    response = await fetch(address, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString("base64")}`,
        ...(more.body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(more.body === undefined ? {} : { body: JSON.stringify(more.body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (cause) {
    return fail({ error: `The server at ${url} does not answer: ${reasonOf(cause)}.` });
  }
  const answer = readAnswer(await response.text().catch(() => ""));
  if (!isAnswer(answer))
    return fail({
      error: `${url} answered ${response.status} without a body of ours; is it a Tributary server?`,
    });
  if (answer.status === "ok") return ok(answer.results);
  const { error = `The server answered ${response.status}.`, type, field } = answer;
  return fail({ error, ...(type === undefined ? {} : { type }), ...(field === undefined ? {} : { field }) });
}

/** Fetch says no more than that it failed; why is one further down. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}

/** Whole numbers that a double cannot hold keep their digits: people copy ids from what is printed. */
function readAnswer(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

const isAnswer = (value: unknown): value is { status: string; results?: unknown } & Partial<AskFailure> =>
  typeof value === "object" && value !== null && "status" in value;
