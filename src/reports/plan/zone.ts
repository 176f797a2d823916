/** Calendar work in a time zone. Days of 23 and 25 hours, and offsets that are no whole hours, come right by themselves. */
export type Zone = string;

export const isZone = (name: string): boolean => {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
};

export const at = (ms: number, zone: Zone): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);

export const today = (nowMs: number, zone: Zone): Temporal.PlainDate => at(nowMs, zone).toPlainDate();

export const startOfDayMs = (day: Temporal.PlainDate, zone: Zone): number =>
  day.toZonedDateTime(zone).epochMilliseconds;

export const offsetMs = (ms: number, zone: Zone): number => at(ms, zone).offsetNanoseconds / 1_000_000;

/** `2026-06-01T00:00:00-04:00` */
export const isoWithOffset = (ms: number, zone: Zone): string =>
  at(ms, zone).toString({ timeZoneName: "never", calendarName: "never" });

export type Stretch = { fromMs: number; beforeMs: number; offsetMs: number };

/** The stretches of a span in which the zone's offset stays the same, in order. */
export function stretches(fromMs: number, beforeMs: number, zone: Zone): Stretch[] {
  const found: Stretch[] = [];
  for (let ms = fromMs; ms < beforeMs; ) {
    const next = at(ms, zone).getTimeZoneTransition("next")?.epochMilliseconds ?? beforeMs;
    const endMs = Math.min(next, beforeMs);
    const offset = offsetMs(ms, zone);
    const last = found.at(-1);
    // A transition may change a zone's name alone.
    if (last?.offsetMs === offset) last.beforeMs = endMs;
    else found.push({ fromMs: ms, beforeMs: endMs, offsetMs: offset });
    ms = endMs;
  }
  return found;
}
