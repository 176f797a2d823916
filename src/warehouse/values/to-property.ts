import { trimEnd } from "../../platform/trim-end.ts";
import type { Cell, Column } from "../connector.ts";
import { limitNesting } from "./limit-nesting.ts";
import { parseJson } from "./parse-json.ts";
import type { Warn } from "./warnings.ts";

/** Makes property values of one column's cells. Undefined: the event goes without that property. */
export type ToProperty = (cell: Cell) => unknown;

/** A double holds 15 digits of any decimal. */
const DIGITS_MAX = 15;

export function toPropertyOf(column: Column, warn: Warn): ToProperty {
  const { name } = column;
  switch (column.family) {
    case "integer":
      return (cell) => {
        // Digits beyond a double stay as they are, as text: ids survive.
        if (typeof cell === "string") warn("wide_integer", name);
        return cell ?? undefined;
      };
    case "decimal":
      return (cell) => (typeof cell === "string" ? decimal(cell, name, warn) : (cell ?? undefined));
    case "float":
      return (cell) => {
        if (typeof cell !== "number" || Number.isFinite(cell)) return cell ?? undefined;
        warn("non_finite", name);
        return undefined;
      };
    case "timestamp":
    case "moment":
      return (cell) => (typeof cell === "string" ? toMilliseconds(cell) : (cell ?? undefined));
    case "json":
    case "list":
      return (cell) => (typeof cell === "string" ? parsed(cell, name, warn) : undefined);
    case "unsupported":
      return () => undefined;
    default:
      return (cell) => cell ?? undefined;
  }
}

function decimal(digits: string, name: string, warn: Warn): number | string | undefined {
  const number = Number(digits);
  if (!Number.isFinite(number)) {
    warn("non_finite", name);
    return undefined;
  }
  const significant = digits.replace(/^-?0*\.?0*/, "").replace(".", "");
  if (significant.length <= DIGITS_MAX || trimEnd(significant, "0").length <= DIGITS_MAX) return number;
  warn("decimal_as_text", name);
  return digits;
}

/** `2026-01-31T12:00:00.123`: times as properties have milliseconds and no zone, which is UTC. Odd years stay as they are. */
function toMilliseconds(text: string): string {
  const bare = text.endsWith("Z") ? text.slice(0, -1) : text;
  const point = bare.indexOf(".", 18);
  if (point === -1) return bare.length === 19 ? `${bare}.000` : bare;
  return bare.slice(0, point + 4).padEnd(point + 4, "0") + (bare.endsWith(" BC") ? " BC" : "");
}

function parsed(text: string, name: string, warn: Warn): unknown {
  try {
    return limitNesting(parseJson(text, name, warn), name, warn) ?? undefined;
  } catch {
    warn("json_as_text", name);
    return text;
  }
}
