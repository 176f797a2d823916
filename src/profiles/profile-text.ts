import { parseJson } from "../platform/parse-json.ts";
import { closeGaps } from "./lists.ts";
import { shareTime } from "./profile-values.ts";
import type { Profile, Properties } from "./types.ts";

/** A profile as its row holds it. */
export type ProfileRow = {
  is_present: boolean;
  properties: string;
  as_of_ms: number;
  as_of: string | null;
  deleted_ms: number | null;
};

/** Of what was taken away so much is remembered, the latest first: a name a second for ever must not fill a row. */
const REMOVED_MAX = 2000;

export const parseProperties = (text: string): Properties => parseJson(text) as Properties;

export function readRow(row: ProfileRow): Profile {
  return {
    isPresent: row.is_present,
    values: parseJson(row.properties) as Record<string, unknown>,
    asOfMs: row.as_of_ms,
    times: new Map(row.as_of === null ? [] : Object.entries(JSON.parse(row.as_of) as Record<string, number>)),
    deletedMs: row.deleted_ms ?? undefined,
    bytes: row.properties.length,
  };
}

export function writeRow(profile: Profile): ProfileRow {
  closeGaps(profile);
  shareTime(profile);
  const { isPresent, values, asOfMs, times, deletedMs } = profile;
  return {
    is_present: isPresent,
    properties: JSON.stringify(values),
    as_of_ms: asOfMs,
    as_of: times.size === 0 ? null : timesText(values, times),
    deleted_ms: deletedMs ?? null,
  };
}

function timesText(values: Profile["values"], times: Profile["times"]): string {
  const entries = [...times];
  const removed = entries.filter(([name]) => !Object.hasOwn(values, name));
  if (removed.length <= REMOVED_MAX) return JSON.stringify(Object.fromEntries(entries));
  const kept = entries.filter(([name]) => Object.hasOwn(values, name));
  removed.sort((left, right) => right[1] - left[1]);
  return JSON.stringify(Object.fromEntries([...kept, ...removed.slice(0, REMOVED_MAX)]));
}
