import { decimalProperty, jsonProperty, wholeProperty } from "../conformance/values.ts";

/** A row of the conformance suite's table as its warehouse tells it, each value as text. */
export type TextRow = { [column: string]: string | null | undefined };

/** The properties that it should become; JSON stays a text where the warehouse has no type for it. */
export function toExpected(row: TextRow, { hasJson } = { hasJson: true }): Record<string, unknown> {
  const properties = Object.entries(row).flatMap(([name, text]) => {
    if (text === null || text === undefined) return [];
    return [[name, name === "data" && !hasJson ? text : toProperty(name, text)]];
  });
  return Object.fromEntries(properties);
}

function toProperty(name: string, text: string): unknown {
  switch (name) {
    case "id":
    case "qty":
      return wholeProperty(text);
    case "amount":
      return decimalProperty(text);
    case "data":
      return jsonProperty(text);
    case "at":
      return toIso(text);
    default:
      return text;
  }
}

/** `2026-01-31 12:00:00.125`, with or without a zone, which is UTC. */
const toIso = (text: string): string =>
  new Date(`${text.replace(" ", "T").replace(/(\+00(:00)?|Z)?$/, "")}Z`).toISOString();
