import type { Limits } from "../limits.ts";
import { tooLarge } from "../wire/words.ts";
import type { SdkOutcome } from "./outcome.ts";
import type { SdkReadFailure } from "./read-sdk-body.ts";

const SHOWN_MAX = 100;

/** A body nobody can read is the client's for good: 413 makes the browser's client halve its batch, the rest is let go. */
export function unreadable(failure: SdkReadFailure, limits: Limits): SdkOutcome {
  const failed = (status: number, error: string): SdkOutcome => ({ kind: "failed", status, error });
  switch (failure.code) {
    case "body_too_large":
      return failed(413, tooLarge(limits));
    case "too_many_events":
      return failed(413, `request exceeds max limit of ${limits.eventsMax} records`);
    case "unsupported_encoding":
      return failed(
        415,
        `Content-Encoding '${failure.encoding.slice(0, SHOWN_MAX)}' is not supported: send the body with 'gzip', or plain`,
      );
    case "bad_gzip":
      return failed(400, `the body is not valid gzip: ${failure.reason}`);
    case "not_parseable":
      return failed(400, `the data cannot be read as JSON: ${failure.reason}`);
    case "neither_json_nor_base64":
      return failed(400, "data, missing or invalid: it must be JSON, or base64 of JSON");
    case "empty":
      return failed(400, "data, missing or empty: send a JSON array with at least one record");
    case "no_data":
      return failed(
        400,
        "data, missing or empty: send a JSON array as the body, or in a field 'data' as JSON or base64 of it",
      );
    case "multipart":
      return failed(
        400,
        "a multipart form is not read: send a JSON array as the body, or a form of the type application/x-www-form-urlencoded with a field 'data'",
      );
    case "not_records":
      return failed(400, "the body must be a JSON array of records, or one record as a JSON object");
    default: {
      const unforeseen: never = failure;
      throw new Error(`no sentence for ${JSON.stringify(unforeseen)}`);
    }
  }
}
