import { parseJson } from "../platform/parse-json.ts";
import type { Profile, Properties, Property } from "./types.ts";

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
  const properties = new Map<string, Property>();
  for (const [name, value] of Object.entries(parseProperties(row.properties))) {
    properties.set(name, { value, asOfMs: row.as_of_ms });
  }
  if (row.as_of !== null) {
    for (const [name, asOfMs] of Object.entries(JSON.parse(row.as_of) as Record<string, number>)) {
      const property = properties.get(name);
      if (property) property.asOfMs = asOfMs;
      else properties.set(name, { value: undefined, asOfMs });
    }
  }
  return { isPresent: row.is_present, properties, deletedMs: row.deleted_ms ?? undefined };
}

/** Most values of a profile come with one update, so their common time is written once. */
export function writeRow({ isPresent, properties, deletedMs }: Profile): ProfileRow {
  const as_of_ms = commonTime(properties);
  const values: string[] = [];
  const times: string[] = [];
  const removed: [name: string, asOfMs: number][] = [];
  for (const [name, { value, asOfMs }] of properties) {
    if (value === undefined) {
      removed.push([name, asOfMs]);
      continue;
    }
    const key = JSON.stringify(name);
    values.push(`${key}:${JSON.stringify(value)}`);
    if (asOfMs !== as_of_ms) times.push(`${key}:${asOfMs}`);
  }
  if (removed.length > REMOVED_MAX) removed.sort((left, right) => right[1] - left[1]);
  for (const [name, asOfMs] of removed.slice(0, REMOVED_MAX)) times.push(`${JSON.stringify(name)}:${asOfMs}`);
  return {
    is_present: isPresent,
    properties: `{${values.join()}}`,
    as_of_ms,
    as_of: times.length === 0 ? null : `{${times.join()}}`,
    deleted_ms: deletedMs ?? null,
  };
}

function commonTime(properties: Profile["properties"]): number {
  const counts = new Map<number, number>();
  let common = 0;
  let most = 0;
  for (const { value, asOfMs } of properties.values()) {
    if (value === undefined) continue;
    const count = (counts.get(asOfMs) ?? 0) + 1;
    counts.set(asOfMs, count);
    if (count > most) [common, most] = [asOfMs, count];
  }
  return common;
}
