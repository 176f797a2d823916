import type { EventFilter } from "../store.ts";
import { STATE } from "./schema.ts";
import type { Where } from "./slice-rows.ts";

/** Which rows of `event_rows` a reader wants. `persons` are resolved ids. */
export function rowConditions({ fromMs, beforeMs, events, persons }: EventFilter): Where {
  const parts = [`state = ${STATE.visible}`];
  const params: (string | number)[] = [];
  const add = (sql: string, ...values: (string | number)[]) => {
    parts.push(sql);
    params.push(...values);
  };
  // `in ()` may not be empty.
  const listOf = (values: readonly string[]) => ["null", ...values.map(() => "?")].join();
  if (fromMs !== undefined) add("time >= ?", fromMs);
  if (beforeMs !== undefined) add("time < ?", beforeMs);
  if (events !== undefined) add(`event in (${listOf(events)})`, ...events);
  if (persons !== undefined) {
    // A user may have any number of devices: their ids stay in the database.
    const own = `select unnest([${listOf(persons)}])`;
    const devices = `select '$device:' || device_id from links where user_id in (${listOf(persons)})`;
    add(`distinct_id in (${own} union all ${devices})`, ...persons, ...persons);
  }
  return { sql: parts.join(" and "), params };
}
