import type { Cell, Column } from "../connector.ts";

/** By ruling 11 a number is milliseconds from here on; columns may also count micro- and nanoseconds. */
const MILLISECONDS_FROM = 31_536_000_000;
const MICROSECONDS_FROM = 1e14;
const NANOSECONDS_FROM = 1e17;

/** The moment a time column's cell means, in milliseconds; undefined when it means none. */
export function toTimeMs(cell: Cell, { family }: Column): number | undefined {
  if (cell === null) return undefined;
  if (typeof cell === "number") return fromNumber(cell);
  if (typeof cell === "boolean") return undefined;
  if (family === "integer" || family === "decimal") return fromNumber(Number(cell));
  if (family === "text" && /^-?\d+(\.\d+)?$/.test(cell)) return fromNumber(Number(cell));
  return fromText(cell);
}

function fromNumber(number: number): number | undefined {
  if (!Number.isFinite(number)) return undefined;
  const size = Math.abs(number);
  if (size < MILLISECONDS_FROM) return Math.round(number * 1000);
  if (size < MICROSECONDS_FROM) return Math.round(number);
  return Math.round(size < NANOSECONDS_FROM ? number / 1e3 : number / 1e6);
}

const PLAIN =
  /^(\d{4,6})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?\s*(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/i;

/** A text without a zone is in UTC. `Date.parse` would take it for local time, and reads years past 9999 only in another form. */
function fromText(text: string): number | undefined {
  const found = PLAIN.exec(text.trim());
  if (found === null) return undefined;
  const [
    ,
    year = "",
    month = "",
    day = "",
    hour = "0",
    minute = "0",
    second = "0",
    fraction = "",
    zone = "Z",
  ] = found;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.slice(0, 3).padEnd(3, "0")));
  const isReal = date.getUTCMonth() === Number(month) - 1 || Number(day) > 28;
  return isReal && Number(month) >= 1 ? date.getTime() - zoneMs(zone) : undefined;
}

function zoneMs(zone: string): number {
  const found = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
  if (found === null) return 0;
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0);
  return (found[1] === "-" ? -minutes : minutes) * 60_000;
}
