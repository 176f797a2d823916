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
  return fromIso(cell) ?? fromText(cell);
}

/** Two digits as a number; NaN when they are none. */
const two = (text: string, at: number): number =>
  (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
const ZERO = 48;

/** The form connectors use, `2026-01-31T12:00:00.123456Z`, without a regular expression: most times of most tables. */
function fromIso(text: string): number | undefined {
  const { length } = text;
  if (length < 20 || text[4] !== "-" || text[10] !== "T" || text[length - 1] !== "Z") return undefined;
  const [month, day, hour, minute, second] = [
    two(text, 5),
    two(text, 8),
    two(text, 11),
    two(text, 14),
    two(text, 17),
  ];
  const isPlain =
    month >= 1 && month <= 12 && day >= 1 && day <= 28 && hour < 24 && minute < 60 && second < 60;
  const year = two(text, 0) * 100 + two(text, 2);
  if (!isPlain || !(year >= 1000)) return undefined;
  const milliseconds = text[19] === "." ? Number(text.slice(20, Math.min(23, length - 1)).padEnd(3, "0")) : 0;
  return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
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
  // The calendar carries over what it does not have, the 31st of a 13th month among them.
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  const ms = Number(fraction.slice(0, 3).padEnd(3, "0"));
  date.setUTCHours(Number(hour), Number(minute), Number(second), ms);
  return date.getTime() - zoneMs(zone);
}

function zoneMs(zone: string): number {
  const found = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
  if (found === null) return 0;
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0);
  return (found[1] === "-" ? -minutes : minutes) * 60_000;
}
