import type { Draft } from "./draft.ts";
import { REST_NAMES_MAX } from "./project-state.ts";
import { readRows } from "./read-rows.ts";

/**
 * Keeps which properties `rest` holds: a question about any other reads its column only. One statement for all of them:
 * with one for each, 50,000 new names held everything up for 46 s.
 */
export async function noteRestNames({ writer, state }: Draft, fresh: string): Promise<void> {
  const room = REST_NAMES_MAX - state.restNames.size;
  if (room <= 0) return;
  const found = await readRows(
    writer,
    `insert into rest_names select name
     from (select distinct unnest(json_keys(rest)) as name from event_rows where ${fresh} and rest <> '')
     where name not in (select name from rest_names) limit ${room} returning name`,
  );
  if (found.length === 0) return;
  state.restNames = new Set([...state.restNames, ...found.map(([name]) => String(name))]);
}
