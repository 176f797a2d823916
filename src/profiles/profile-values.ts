import { sizeOf } from "./lists.ts";
import type { Profile } from "./types.ts";

/** The value under a name; undefined: there is none. What every object has by itself is no value. */
export const findValue = ({ values }: Profile, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** When the value under a name was true, or was taken away; undefined: nothing is known of it. */
export function timeOf(profile: Profile, name: string): number | undefined {
  const own = profile.times.get(name);
  if (own !== undefined) return own;
  return Object.hasOwn(profile.values, name) ? profile.asOfMs : undefined;
}

export function putValue(profile: Profile, name: string, value: unknown, timeMs: number): void {
  const { values, times } = profile;
  // Most profiles begin with one update that says everything: its time is that of all values.
  if (profile.asOfMs === 0) profile.asOfMs = timeMs;
  if (timeMs !== profile.asOfMs) times.set(name, timeMs);
  else if (times.size > 0) times.delete(name);
  if (name === "__proto__") {
    Object.defineProperty(values, name, { value, enumerable: true, configurable: true, writable: true });
  } else values[name] = value;
}

/** Remembers when a value was taken away. */
export function takeValue(profile: Profile, name: string, timeMs: number): void {
  drop(profile, name);
  profile.times.set(name, timeMs);
}

/** As if nothing had ever been said of it. */
export function forgetValue(profile: Profile, name: string): void {
  drop(profile, name);
  profile.times.delete(name);
}

function drop(profile: Profile, name: string): void {
  const { values } = profile;
  if (!Object.hasOwn(values, name)) return;
  profile.bytes -= sizeOf(values[name]);
  delete values[name];
}

/** Writes the commonest time once. Worth it when most values have another one than they had. */
export function shareTime(profile: Profile): void {
  const { values, times, asOfMs } = profile;
  const names = Object.keys(values);
  if (times.size <= names.length / 2) return;
  const counts = new Map<number, number>();
  let common = asOfMs;
  let most = 0;
  for (const name of names) {
    const timeMs = times.get(name) ?? asOfMs;
    const count = (counts.get(timeMs) ?? 0) + 1;
    counts.set(timeMs, count);
    if (count > most) [common, most] = [timeMs, count];
  }
  if (common === asOfMs) return;
  for (const name of names) {
    const timeMs = times.get(name) ?? asOfMs;
    if (timeMs === common) times.delete(name);
    else times.set(name, timeMs);
  }
  profile.asOfMs = common;
}
