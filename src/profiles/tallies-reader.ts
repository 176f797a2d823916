import { type Kysely, sql } from "kysely";
import type { ControlTables } from "../platform/control-db/index.ts";

/** How often something happened to updates that came in on one day (UTC), by the door they came in. */
export type ProfileTally = { day: string; door: string; code: string; count: number };

/** Far more than there are days, doors and codes in a year. */
const LINES_MAX = 20_000;

/** The newest days first. */
export async function findTallies(
  db: Kysely<ControlTables>,
  projectId: number,
  { from, to }: { from: string; to: string },
): Promise<ProfileTally[]> {
  const { rows } = await sql<{ day: string; door: string; code: string; count: string }>`
    select day::text as day, door, code, count from profile_tally
    where project_id = ${projectId} and day between ${from}::date and ${to}::date
    order by day desc, door, code limit ${LINES_MAX}`.execute(db);
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
