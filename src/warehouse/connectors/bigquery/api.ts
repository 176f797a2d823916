import { setTimeout as sleep } from "node:timers/promises";
import {
  type OutboundTimes,
  pinnedAgent,
  readStart,
  readWhole,
  sendOutbound,
} from "../../../platform/outbound/index.ts";
import { type ConnectContext, type Connection, ConnectorError } from "../../connector.ts";
import { bareHost, endpointOf } from "./endpoint.ts";
import { ApiError } from "./failures.ts";
import { tokenSource } from "./token.ts";

/** BigQuery ends a page at 10 MB by itself, and writes names and quotes around each value. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;
const ERROR_BYTES_MAX = 16 * 1024;
const TRIES_MAX = 4;
const FIRST_WAIT_MS = 250;
const RETRIED_STATUS = new Set([429, 500, 502, 503, 504]);
const RETRIED_REASONS = new Set(["rateLimitExceeded", "jobRateLimitExceeded", "backendError"]);

export type Answer = { readonly [name: string]: unknown };
export type Api = ReturnType<typeof bigqueryApi>;

/** The REST interface of BigQuery, below one project. Throws `ApiError`, `ConnectorError` or what the dialer says. */
export function bigqueryApi(connection: Connection, context: ConnectContext) {
  const { signal, connectTimeoutMs: connectMs, statementTimeoutMs } = context;
  const endpoint = endpointOf(connection);
  const times: OutboundTimes = {
    connectMs,
    answerMs: statementTimeoutMs,
    idleMs: statementTimeoutMs,
    wholeMs: statementTimeoutMs,
  };
  const isEncrypted = endpoint.protocol === "https:";
  const address = context.addressOf(bareHost(endpoint));
  const agent = pinnedAgent(address, { isTls: isEncrypted });
  const token = tokenSource(connection.service_account_key, context, { ...times, answerMs: connectMs });
  if (token === undefined && isEncrypted) {
    throw new ConnectorError("auth_failed", "service_account_key is missing", {
      hint: "Make a key for a service account in Google Cloud, and send its JSON as service_account_key.",
    });
  }

  async function sendOnce(url: URL, body: object | undefined): Promise<Answer> {
    const response = await sendOutbound({
      ...{ url, address, agent, signal, times, bytesMax: ANSWER_BYTES_MAX },
      method: body === undefined ? "GET" : "POST",
      headers: {
        accept: "application/json",
        "user-agent": "tributary",
        ...(token === undefined ? {} : { authorization: `Bearer ${await token()}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status === 200) return toAnswer(await readWhole(response));
    throw new ApiError(response.status, await readStart(response, ERROR_BYTES_MAX));
  }

  async function send(path: readonly string[], query: object, body?: object): Promise<Answer> {
    signal.throwIfAborted();
    const url = new URL(`/bigquery/v2/projects/${path.map(encodeURIComponent).join("/")}`, endpoint);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await sendOnce(url, body);
      } catch (cause) {
        const isRetried =
          cause instanceof ApiError &&
          (RETRIED_STATUS.has(cause.status) || RETRIED_REASONS.has(cause.reason));
        if (!isRetried || attempt >= TRIES_MAX) throw cause;
        await sleep(FIRST_WAIT_MS * 2 ** (attempt - 1), undefined, { signal });
      }
    }
  }

  return {
    isEncrypted,
    get: (path: readonly string[], query: object = {}) => send(path, query),
    post: (path: readonly string[], body: object, query: object = {}) => send(path, query, body),
    close: () => agent.destroy(),
  };
}

function toAnswer(text: string): Answer {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Answer;
  } catch {
    // Said below.
  }
  throw unreadable();
}

/** What came is no answer of BigQuery. */
export const unreadable = (): ConnectorError =>
  new ConnectorError("driver_failed", "the server's answer is none of BigQuery's", {
    hint: "Check api_endpoint: something else than BigQuery answers there.",
  });
