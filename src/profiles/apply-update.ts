import { appendTo, removeFrom, unite } from "./lists.ts";
import { addNumbers, isNumber } from "./numbers.ts";
import type { Profile, ProfileLimits, ProfileUpdate, Property, SkipCode } from "./types.ts";

export type ApplyContext = { limits: ProfileLimits; skipped(code: SkipCode): void };

const LAST_SEEN = "$last_seen";
/** The server's own note; everything else counts towards the limit. */
const isCounted = (name: string): boolean => name !== LAST_SEEN;

/**
 * Does to a profile what one update says. Every property has its own time: what an update says of an earlier time than is known
 * already comes too late, in whatever order updates arrive. The rules stand in the room's README.
 */
export function applyUpdate(profile: Profile, update: ProfileUpdate, context: ApplyContext): void {
  const { timeMs } = update;
  if (update.delete) {
    deleteProfile(profile, timeMs);
    return;
  }
  if (profile.deletedMs !== undefined && timeMs < profile.deletedMs) return;
  if (update.setOnce ?? update.set ?? update.add ?? update.append ?? update.union) profile.isPresent = true;
  if (update.touches && profile.isPresent) set(profile, LAST_SEEN, momentText(timeMs), timeMs);
  const write = writerOf(profile, timeMs, context);
  each(update.setOnce, (name, value) => write(name, (old) => (old === undefined ? value : unchanged)));
  each(update.set, (name, value) => {
    if (timeMs >= (profile.properties.get(name)?.asOfMs ?? timeMs)) write(name, () => value);
  });
  each(update.add, (name, value) => write(name, (old) => increase(old, value, context)));
  const { valueMaxBytes } = context.limits;
  each(update.append, (name, value) => write(name, (old) => appendTo(old, value, valueMaxBytes) ?? tooLarge));
  each(update.union, (name, values) =>
    write(name, (old) => unite(old, values as unknown[], valueMaxBytes) ?? tooLarge),
  );
  each(update.remove, (name, value) =>
    write(name, (old) => (Array.isArray(old) ? (removeFrom(old, value) ?? unchanged) : unchanged)),
  );
  for (const name of update.unset ?? []) set(profile, name, undefined, timeMs);
}

const tooLarge = Symbol("too large");
const unchanged = Symbol("unchanged");

/** Milliseconds are of no use to whoever asks when somebody was last seen; the time zone is UTC. */
const momentText = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

function each(values: object | undefined, use: (name: string, value: unknown) => void): void {
  if (values) for (const [name, value] of Object.entries(values)) use(name, value);
}

/** As of a time: older than what is known, it changes nothing; at the same time, what comes later stands. */
function set({ properties }: Profile, name: string, value: unknown, timeMs: number): void {
  const known = properties.get(name);
  if (known === undefined) properties.set(name, { value, asOfMs: timeMs });
  else if (timeMs >= known.asOfMs) Object.assign(known, { value, asOfMs: timeMs } satisfies Property);
}

/** Changes one value by what it was before, unless it was taken away later than this update happened. */
function writerOf({ properties }: Profile, timeMs: number, { limits, skipped }: ApplyContext) {
  let counted: number | undefined;
  const isFull = (): boolean => {
    if (properties.size < limits.propertiesMax) return false;
    counted ??= countValues(properties);
    return counted >= limits.propertiesMax;
  };
  return (name: string, change: (old: unknown) => unknown): void => {
    const known = properties.get(name);
    if (known?.value === undefined && known !== undefined && timeMs < known.asOfMs) return;
    const value = change(known?.value);
    if (value === tooLarge) skipped("value_too_large");
    if (value === tooLarge || value === unchanged) return;
    if (known?.value === undefined && isCounted(name)) {
      if (isFull()) {
        skipped("too_many_properties");
        return;
      }
      if (counted !== undefined) counted += 1;
    }
    if (known === undefined) properties.set(name, { value, asOfMs: timeMs });
    else Object.assign(known, { value, asOfMs: Math.max(known.asOfMs, timeMs) } satisfies Property);
  };
}

function countValues(properties: Profile["properties"]): number {
  let count = 0;
  for (const [name, { value }] of properties) if (value !== undefined && isCounted(name)) count += 1;
  return count;
}

function increase(old: unknown, by: unknown, { skipped }: ApplyContext): unknown {
  if (old === undefined || !isNumber(by)) return by;
  if (!isNumber(old)) {
    skipped("add_to_other_type");
    return unchanged;
  }
  const sum = addNumbers(old, by);
  if (sum === undefined) skipped("number_out_of_range");
  return sum ?? unchanged;
}

/** What is newer than the deletion stays: it was said of the profile that came after. */
function deleteProfile(profile: Profile, timeMs: number): void {
  const deletedMs = Math.max(timeMs, profile.deletedMs ?? timeMs);
  profile.deletedMs = deletedMs;
  for (const [name, { asOfMs }] of profile.properties) {
    if (asOfMs <= deletedMs) profile.properties.delete(name);
  }
  if (!profile.properties.values().some(({ value }) => value !== undefined)) profile.isPresent = false;
}
