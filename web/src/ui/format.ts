const whole = new Intl.NumberFormat("en");
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const fine = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/** 12345 as "12,345". */
export const formatCount = (count: number): string => whole.format(count);

/** 12345 as "12.3K": where room is scarce and the whole number stands nearby. */
export const formatShort = (count: number): string => short.format(count);

/** Values that need not be whole, such as averages, with up to two decimals. */
export const formatValue = (value: number | null): string => (value === null ? "–" : fine.format(value));

/** "1 event", "2 events". */
export const formatEvents = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? "event" : "events"}`;

/** A moment in a time zone, to the second: "31 Jan 2026, 14:05:09". */
export const formatMoment = (moment: string | number | Date, zone: string): string =>
  momentFormat(zone, WHOLE).format(new Date(moment));

/** The same of the last weeks, where the year goes without saying: "31 Jan, 14:05:09". */
export const formatRecent = (moment: string | number | Date, zone: string): string =>
  momentFormat(zone, RECENT).format(new Date(moment));

const WHOLE: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "medium" };
const RECENT: Intl.DateTimeFormatOptions = {
  ...{ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" },
  hourCycle: "h23",
};
const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format is slow, and tables ask for thousands. */
function momentFormat(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${options === WHOLE} ${zone}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: zone });
  formats.set(key, made);
  return made;
}
