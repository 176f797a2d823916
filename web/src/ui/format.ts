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
export function formatMoment(moment: string | number | Date, zone: string): string {
  return momentFormat(zone).format(new Date(moment));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format is slow, and tables ask for thousands. */
function momentFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: zone });
  formats.set(zone, made);
  return made;
}
