import { isRawJson } from "../platform/raw-json.ts";

/**
 * An id as text: numbers and booleans become what they look like in JSON, long numbers with all their digits. Undefined for a
 * list or an object that holds something; an empty one is the trace of a bug that has a name among the placeholders.
 */
export function idText(given: unknown): string | undefined {
  if (typeof given === "string") return given;
  if (typeof given !== "object") return String(given);
  if (given === null) return "null";
  if (isRawJson(given)) return given.rawJSON;
  if (Array.isArray(given)) return given.length === 0 ? "[]" : undefined;
  for (const _ in given) return undefined;
  return "{}";
}
