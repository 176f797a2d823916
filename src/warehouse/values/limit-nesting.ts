import type { Warn } from "./warnings.ts";

/** What an event may hold; what goes beyond stays whole, as text. */
const LIST_MAX = 255;
const KEYS_MAX = 255;
const DEPTH_MAX = 3;

export function limitNesting(value: unknown, column: string, warn: Warn, depth = 1): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    if (depth > DEPTH_MAX) return asText(value, "nested_as_text", column, warn);
    if (value.length > LIST_MAX) return asText(value, "list_as_text", column, warn);
    return value.map((item) => limitNesting(item, column, warn, depth + 1));
  }
  // As digests see it: a key without a value is no key.
  const entries = Object.entries(value).filter(([, inner]) => inner !== null);
  if (depth > DEPTH_MAX || entries.length > KEYS_MAX) return asText(value, "nested_as_text", column, warn);
  return Object.fromEntries(
    entries.map(([key, inner]) => [key, limitNesting(inner, column, warn, depth + 1)]),
  );
}

function asText(value: object, code: "list_as_text" | "nested_as_text", column: string, warn: Warn): string {
  warn(code, column);
  return JSON.stringify(value);
}
