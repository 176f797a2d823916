import { type Comparison, holds } from "./comparison.ts";

const MOMENT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const MS_MAX = 2 ** 63;

/** The caller's moment is RFC 3339 text, the rule's a number of milliseconds; they are compared by the second, as the clients do. */
export function compareMoments(...args: unknown[]): boolean {
  const [actual, comparison, target] = args;
  if (args.length !== 3 || typeof actual !== "string" || typeof target !== "number") return false;
  const left = readSeconds(actual);
  if (left === undefined || !(Math.abs(target) < MS_MAX)) return false;
  return holds(left - Math.trunc(target / 1000), comparison as Comparison);
}

function readSeconds(text: string): number | undefined {
  const moment = text.trim().toUpperCase();
  const fields = MOMENT.exec(moment);
  if (fields === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0] = fields.slice(1, 5).map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // A day that no calendar has comes back as another.
  if (hour > 23 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const ms = Date.parse(moment);
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
}
