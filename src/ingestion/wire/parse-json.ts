import { rawJson } from "../../platform/raw-json.ts";

/** A whole number of sixteen or more digits standing as a value: only then may reading it as a double lose digits. */
const LONG_NUMBER = /[:,[]\s*-?\d{16,}/;

/** JSON as it was meant: whole numbers beyond 2^53 keep their digits (as raw JSON), keys such as `__proto__` are data. */
export function parseJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

/** Ten times slower than plain parsing, hence the look ahead. */
function keepDigits(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value) || source === undefined) return value;
  return /^-?\d+$/.test(source) ? rawJson(source) : value;
}
