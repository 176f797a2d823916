import { isRawJson } from "../../platform/raw-json.ts";

export type Plain = Record<string, unknown>;

/** Own names only, whatever they are called. */
export const ownEntries = (value: Plain): [string, unknown][] => Object.entries(value);

/** A number as its digits; text as it is. */
export function toPlain(value: unknown): unknown {
  if (isRawJson(value)) return value.rawJSON;
  return typeof value === "number" ? String(value) : value;
}
