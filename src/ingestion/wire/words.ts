import type { AcceptFailure } from "../accept/accept.ts";
import type { Limits } from "../limits.ts";

/** What the doors of the public API say alike. */
export const SOME_FAILED = "some data points in the request failed validation";
export const TOO_FAST = "Project exceeded rate limits. Please retry the request with exponential backoff.";

export const tooLarge = ({ bodyMaxBytes }: Limits): string =>
  `request exceeds max limit of ${bodyMaxBytes} bytes`;

const STATUS_NAMES: Record<number, string> = {
  200: "OK",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  413: "Request Entity Too Large",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** The `status` beside a `code`. */
export const statusName = (code: number): string => STATUS_NAMES[code] ?? "Error";

export type Postponed = {
  kind: "failed";
  status: 429 | 503;
  error: string;
  headers: { "retry-after": string };
};

/** Nothing was taken, and sent again it will be: clients keep the batch on 429 and from 500 up, and on nothing else. */
export const tryAgain = (status: 429 | 503, error: string, retryAfterS: number): Postponed => ({
  kind: "failed",
  status,
  error,
  headers: { "retry-after": String(Math.max(1, Math.ceil(retryAfterS))) },
});

const RETRY_DEFAULT_MS = 5000;

export const notWritten = (failure: AcceptFailure): Postponed =>
  tryAgain(
    503,
    SENTENCES[failure.code],
    ("retryAfterMs" in failure ? failure.retryAfterMs : RETRY_DEFAULT_MS) / 1000,
  );

export const isNotWritten = (failure: { code: string }): failure is AcceptFailure =>
  Object.hasOwn(SENTENCES, failure.code);

const SENTENCES: Record<AcceptFailure["code"], string> = {
  columns_not_saved:
    "the server could not write to its disk; nothing of this batch was stored, send it again",
  journal_busy: "too many records wait to be written; nothing of this batch was stored, send it again",
  disk_full: "the server's disk is full; nothing of this batch was stored, send it again later",
  journal_failed: "the server could not write to its disk and restarts; send the batch again",
  journal_closed: "the server is stopping; send the batch again",
};
