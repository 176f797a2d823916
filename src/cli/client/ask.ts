import { fail, ok, type Result } from "../../platform/result.ts";
import type { Connection } from "./connect.ts";

const TIMEOUT_MS = 60_000;

/** One request to the application API; answers its results, or what was wrong in a sentence. */
export async function ask(
  { url, credentials }: Connection,
  method: string,
  path: string,
  more: { query?: Record<string, string>; body?: Record<string, unknown> } = {},
): Promise<Result<unknown, string>> {
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
    const reason =
      cause instanceof Error
        ? cause.cause instanceof Error
          ? cause.cause.message
          : cause.message
        : String(cause);
    return fail(`The server at ${url} does not answer: ${reason}.`);
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (!isAnswer(answer))
    return fail(`${url} answered ${response.status} without a body of ours; is it a Tributary server?`);
  return answer.status === "ok"
    ? ok(answer.results)
    : fail(answer.error ?? `The server answered ${response.status}.`);
}

const isAnswer = (value: unknown): value is { status: string; results?: unknown; error?: string } =>
  typeof value === "object" && value !== null && "status" in value;
