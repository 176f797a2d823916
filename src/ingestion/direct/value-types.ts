import type { ColumnType } from "../../events/index.ts";
import { QUOTE } from "./scan-json.ts";

/** By the first byte of a value that needs no care: the column it fits into. */
export const TYPE_BY_FIRST: readonly (ColumnType | undefined)[] = Array.from({ length: 256 }, (_, code) => {
  if (code === QUOTE) return "varchar";
  if (code === 116 || code === 102) return "boolean";
  return code === 45 || (code >= 48 && code <= 57) ? "double" : undefined;
});

/** By the first byte of a value: 1 where it fits into a column of one of these types. */
export const firstBytesOf = (...types: readonly ColumnType[]): Uint8Array =>
  Uint8Array.from(TYPE_BY_FIRST, (type) => (type !== undefined && types.includes(type) ? 1 : 0));
