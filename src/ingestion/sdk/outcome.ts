import type { AcceptFailure } from "../accept/accept.ts";

/** `profiles` also tells the number of good records, which the bulk loader reads. */
export type Dialect = "events" | "profiles";

/** Why one record of a batch was not taken, at its place in the batch as it was sent. */
export type SdkRefusal = { index: number; insertId?: string; field: string; message: string };

/** What became of a request: its records were looked at one by one, or nothing of it was taken. */
export type SdkOutcome =
  | { kind: "taken"; accepted: number; refused: readonly SdkRefusal[] }
  | { kind: "failed"; status: number; error: string; headers?: Record<string, string> };

/** Nothing was taken, and sent again it will be: clients keep the batch on 429 and from 500 up, and on nothing else. */
export const tryAgain = (status: 429 | 503, error: string, retryAfterS: number): SdkOutcome => ({
  kind: "failed",
  status,
  error,
  headers: { "retry-after": String(Math.max(1, Math.ceil(retryAfterS))) },
});

export const RATE_SENTENCE =
  "Project exceeded rate limits. Please retry the request with exponential backoff.";
const RETRY_DEFAULT_S = 5;

export const notWritten = (failure: AcceptFailure): SdkOutcome =>
  tryAgain(
    503,
    SENTENCES[failure.code],
    "retryAfterMs" in failure ? failure.retryAfterMs / 1000 : RETRY_DEFAULT_S,
  );

const SENTENCES: Record<AcceptFailure["code"], string> = {
  columns_not_saved:
    "the server could not write to its disk; nothing of this batch was stored, send it again",
  journal_busy: "too many records wait to be written; nothing of this batch was stored, send it again",
  disk_full: "the server's disk is full; nothing of this batch was stored, send it again later",
  journal_failed: "the server could not write to its disk and restarts; send the batch again",
  journal_closed: "the server is stopping; send the batch again",
};
