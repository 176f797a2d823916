import { appendTo, removeFrom, sizeOf, unite } from "./lists.ts";
import { addNumbers, isNumber } from "./numbers.ts";
import { findValue, forgetValue, putValue, takeValue, timeOf } from "./profile-values.ts";
import type { Profile, ProfileLimits, ProfileUpdate, SkipCode } from "./types.ts";

export type ApplyContext = { limits: ProfileLimits; skipped(code: SkipCode): void };

const LAST_SEEN = "$last_seen";
/** Quotes, colon and comma around a name. */
const NAME_BYTES = 4;
const tooLarge = Symbol("too large");
const unchanged = Symbol("unchanged");

/**
 * Does to a profile what one update says. Every property has its own time: what an update says of an earlier time than is known
 * already comes too late, in whatever order updates arrive. The rules stand in the room's README.
 */
export function applyUpdate(profile: Profile, update: ProfileUpdate, context: ApplyContext): void {
  const { timeMs } = update;
  if (update.delete) {
    deleteProfile(profile, timeMs, context);
    return;
  }
  if (profile.deletedMs !== undefined && timeMs < profile.deletedMs) {
    context.skipped("older_than_stored");
    return;
  }
  if (update.setOnce ?? update.set ?? update.add ?? update.append ?? update.union) profile.isPresent = true;
  if (update.touches && profile.isPresent && timeMs >= (timeOf(profile, LAST_SEEN) ?? timeMs)) {
    putValue(profile, LAST_SEEN, momentText(timeMs), timeMs);
  }
  const { change, set } = writersOf(profile, timeMs, context);
  each(update.setOnce, (name, value) => change(name, (old) => (old === undefined ? value : unchanged)));
  each(update.set, set);
  each(update.add, (name, value) => change(name, (old) => increase(old, value, context)));
  each(update.append, (name, value) =>
    change(name, (old, maxBytes) => appendTo(old, value, maxBytes) ?? tooLarge),
  );
  each(update.union, (name, values) =>
    change(name, (old, maxBytes) => unite(old, values as unknown[], maxBytes) ?? tooLarge),
  );
  each(update.remove, (name, value) =>
    change(name, (old) => (Array.isArray(old) ? (removeFrom(old, value) ?? unchanged) : unchanged)),
  );
  for (const name of update.unset ?? []) {
    if (timeMs >= (timeOf(profile, name) ?? timeMs)) takeValue(profile, name, timeMs);
    else context.skipped("older_than_stored");
  }
}

function each(values: object | undefined, use: (name: string, value: unknown) => void): void {
  if (values === undefined) return;
  for (const name of Object.keys(values)) use(name, (values as Record<string, unknown>)[name]);
}

/** Batches are full of updates of the same second. */
let lastSecond = { second: -1, text: "" };

/** Milliseconds are of no use to whoever asks when somebody was last seen; the time zone is UTC. */
function momentText(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== lastSecond.second) lastSecond = { second, text: new Date(ms).toISOString().slice(0, 19) };
  return lastSecond.text;
}

function writersOf(profile: Profile, timeMs: number, { limits, skipped }: ApplyContext) {
  let counted: number | undefined;
  /** Whether one more value is too many. The server's own note does not count. */
  const isFull = (name: string): boolean => {
    if (name === LAST_SEEN) return false;
    counted ??= countValues(profile);
    if (counted >= limits.propertiesMax) {
      skipped("too_many_properties");
      return true;
    }
    counted += 1;
    return false;
  };
  const { valueMaxBytes, profileMaxBytes } = limits;
  /** By how much a value makes the profile larger; undefined: by more than it may. */
  const growth = (name: string, value: unknown, oldBytes: number | undefined): number | undefined => {
    const more = sizeOf(value) - (oldBytes ?? -(name.length + NAME_BYTES));
    if (more <= 0 || profile.bytes + more <= profileMaxBytes || name === LAST_SEEN) return more;
    skipped("profile_too_large");
    return undefined;
  };
  const sizeAt = (name: string): number | undefined =>
    Object.hasOwn(profile.values, name) ? sizeOf(profile.values[name]) : undefined;
  return {
    /** As of a time: older than what is known, it changes nothing; at the same time, what comes later stands. */
    set(name: string, value: unknown): void {
      const known = timeOf(profile, name);
      if (known !== undefined && timeMs < known) {
        skipped("older_than_stored");
        return;
      }
      const more = growth(name, value, sizeAt(name));
      if (more === undefined) return;
      if (!Object.hasOwn(profile.values, name) && isFull(name)) return;
      profile.bytes += more;
      putValue(profile, name, value, timeMs);
    },
    /** Changes one value by what it was before, unless it was taken away later than this update happened. */
    change(name: string, make: (old: unknown, maxBytes: number) => unknown): void {
      const known = timeOf(profile, name);
      const old = findValue(profile, name);
      if (old === undefined && known !== undefined && timeMs < known) {
        skipped("older_than_stored");
        return;
      }
      const oldBytes = sizeAt(name);
      const room = (oldBytes ?? 0) + Math.max(0, profileMaxBytes - profile.bytes);
      const value = make(old, Math.min(valueMaxBytes, room));
      if (value === tooLarge) skipped(room < valueMaxBytes ? "profile_too_large" : "value_too_large");
      if (value === tooLarge || value === unchanged) return;
      // A list has been changed in its place and fits: the room was given to it.
      const more = Array.isArray(value) ? sizeOf(value) - (oldBytes ?? 0) : growth(name, value, oldBytes);
      if (more === undefined || (old === undefined && isFull(name))) return;
      profile.bytes += more;
      putValue(profile, name, value, Math.max(known ?? timeMs, timeMs));
    },
  };
}

function countValues({ values }: Profile): number {
  return Object.keys(values).length - (Object.hasOwn(values, LAST_SEEN) ? 1 : 0);
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
function deleteProfile(profile: Profile, timeMs: number, { skipped }: ApplyContext): void {
  const deletedMs = Math.max(timeMs, profile.deletedMs ?? timeMs);
  profile.deletedMs = deletedMs;
  for (const name of new Set([...Object.keys(profile.values), ...profile.times.keys()])) {
    if ((timeOf(profile, name) ?? 0) <= deletedMs) forgetValue(profile, name);
  }
  if (Object.keys(profile.values).length === 0) profile.isPresent = false;
  else skipped("older_than_stored");
}
