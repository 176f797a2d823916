import { isRawJson } from "../../platform/raw-json.ts";

/** A value as menus and the query API print it: texts as they are, everything else as its JSON. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return value;
  return isRawJson(value) ? value.rawJSON : (JSON.stringify(value) ?? "undefined");
}
