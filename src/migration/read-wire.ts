import type { RawAnswer, RawRequest } from "../http/index.ts";
import { parseJson } from "../platform/parse-json.ts";
import { fail, ok, type Result } from "../platform/result.ts";
import { refuse } from "./answers-wire.ts";

const WAIT_DEFAULT_S = 25;
export const WAIT_MAX_S = 600;

/** How long to wait for the end, in milliseconds. Undefined: no number of seconds. */
export function readWait(given: string | undefined): number | undefined {
  if (given === undefined) return WAIT_DEFAULT_S * 1000;
  const seconds = /^\d{1,4}$/.test(given) ? Number(given) : Number.NaN;
  return seconds <= WAIT_MAX_S ? seconds * 1000 : undefined;
}

export function readJson({ headers }: RawRequest, bytes: Buffer | undefined): Result<unknown, RawAnswer> {
  const type = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && !type.endsWith("+json"))
    return fail(
      refuse(
        415,
        "unsupported_media_type",
        "Send the body with the header 'Content-Type: application/json'.",
      ),
    );
  try {
    return ok(parseJson((bytes ?? Buffer.alloc(0)).toString("utf8")));
  } catch {
    return fail(refuse(400, "validation_error", "the body is not JSON"));
  }
}
