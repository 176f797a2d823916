/** A calendar day, or a day and a time, in UTC. Fractions of a second and a closing `Z` change nothing about that. */
const ISO = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?Z?)?$/;
/** From here up a number of time is milliseconds, below it is seconds: the same rule in every room. */
const MILLISECONDS_FROM = 31_536_000_000;
const MOMENT_MAX_MS = 8_640_000_000_000_000;

/** The moment an ISO text names in UTC; undefined for another form, and for days that do not exist. */
export function readMoment(text: string): Date | undefined {
  const [, day, clock = "00:00:00"] = ISO.exec(text) ?? [];
  if (day === undefined) return undefined;
  const moment = new Date(text.includes("T") && !text.endsWith("Z") ? `${text}Z` : text);
  // The platform reads 30 February as 2 March; what does not come back as it was written was no date.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${day}T${clock}`)
    ? moment
    : undefined;
}

export function momentOfNumber(value: number): Date | undefined {
  const ms = Math.abs(value) >= MILLISECONDS_FROM ? value : value * 1000;
  return Math.abs(ms) <= MOMENT_MAX_MS ? new Date(ms) : undefined;
}

/** `2026-06-01T03:30:00`, with milliseconds only where there are some. */
export const momentText = (moment: Date): string => moment.toISOString().replace(/(\.000)?Z$/, "");
