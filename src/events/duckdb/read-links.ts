import type { DuckDBConnection } from "@duckdb/node-api";
import { impliedDeviceId } from "../event.ts";
import type { ProjectState } from "./project-state.ts";
import { readRows } from "./read-rows.ts";
import { LINK_KEY_SQL, PERSON_KEY_SQL } from "./schema.ts";
import type { Where } from "./slice-rows.ts";

/** Bound to one statement. Each reads the keys of all links once, so few statements are better than small ones. */
const IDS_AT_ONCE = 5_000;

/** The users whom devices among these distinct ids belong to. Ids that stand for themselves are not in the answer. */
export async function readResolved(
  reader: DuckDBConnection,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const devices = [...new Set(ids)].flatMap((id) => impliedDeviceId(id) ?? []);
  const resolved = new Map<string, string>();
  for (let at = 0; at < devices.length; at += IDS_AT_ONCE) {
    const some = devices.slice(at, at + IDS_AT_ONCE);
    const places = some.map(() => "?").join();
    const rows = await readRows(
      reader,
      `select device_id, user_id from links
       where "key" in (select ${LINK_KEY_SQL("d")} from (select unnest([${places}]) as d))`,
      some,
    );
    for (const [deviceId, userId] of rows) resolved.set(`$device:${deviceId}`, String(userId));
  }
  return resolved;
}

/** The distinct ids of the person who has this one, that of the user first. */
export async function readPersonIds(reader: DuckDBConnection, id: string): Promise<string[]> {
  const canonical = (await readResolved(reader, [id])).get(id) ?? id;
  if (impliedDeviceId(canonical) !== null) return [canonical];
  const devices = await readRows(
    reader,
    'select device_id from links where user_id = ? order by seen, "position", ord',
    [canonical],
  );
  return [canonical, ...devices.map(([deviceId]) => `$device:${deviceId}`)];
}

/** What the devices of rows resolve to: one look at the links for many rows. */
export async function readLinksOf(
  reader: DuckDBConnection,
  { sql, params }: Where,
  { links }: Pick<ProjectState, "links">,
): Promise<Map<string, string>> {
  if (links === 0) return new Map();
  const found = await readRows(
    reader,
    `select device_id, user_id from links where "key" in (select ${PERSON_KEY_SQL("distinct_id")} from event_rows
     where ${sql} and starts_with(distinct_id, '$device:'))`,
    params,
  );
  return new Map(found.map(([deviceId, userId]) => [`$device:${deviceId}`, String(userId)]));
}
