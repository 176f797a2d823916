import { fail, ok, type Result } from "../../platform/result.ts";
import type { FlagContext } from "./evaluate.ts";

/** Who is asked for: of the address as JSON, or of the body as `{"context": …}`. The answer to a refusal is its sentence. */
export function readContext(
  query: string | undefined,
  body: Buffer | undefined,
): Result<FlagContext, string> {
  const given = query === undefined || query === "" ? fromBody(body) : parse(query);
  if (given === undefined)
    return fail('context: is required, as JSON in the address, such as context={"distinct_id":"ana"}.');
  if (given === null || typeof given !== "object" || Array.isArray(given))
    return fail('context: must be a JSON object, such as {"distinct_id":"ana"}.');
  const { distinct_id: id } = given as Record<string, unknown>;
  if (typeof id !== "string" || id === "")
    return fail("context.distinct_id: is required and must be a text that is not empty.");
  return ok(given as FlagContext);
}

function fromBody(body: Buffer | undefined): unknown {
  const sent = body === undefined || body.length === 0 ? undefined : parse(body.toString("utf8"));
  if (sent === null || typeof sent !== "object") return undefined;
  return (sent as Record<string, unknown>).context;
}

/** Undefined when it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
