import { isRawJson } from "../../platform/raw-json.ts";

export type Plain = Record<string, unknown>;

/** Assigning to `__proto__` would set the prototype; here it is a name like any other. */
export const setOwn = (into: Plain, name: string, value: unknown): void => {
  Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true });
};

/** A number as its digits; text as it is. */
export function toPlain(value: unknown): unknown {
  if (isRawJson(value)) return value.rawJSON;
  return typeof value === "number" ? String(value) : value;
}
