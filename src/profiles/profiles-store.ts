import { type Kysely, type RawBuilder, sql } from "kysely";
import { type ControlTables, plainArray, textArray } from "../platform/control-db/index.ts";
import type { ProfileRow } from "./profile-text.ts";
import type { ProfileKey } from "./types.ts";

export type KeyedRow = ProfileKey & { projectId: number; row: ProfileRow };
/** `isNew`: it is known not to be there, by whoever holds the project's lock. */
export type WrittenRow = KeyedRow & { isNew: boolean };
type Key = ProfileKey & { projectId: number };
type Selected = {
  project_id: number;
  group_key: string;
  id: string;
  is_present: boolean;
  properties: string;
  as_of_ms: string;
  as_of: string | null;
  deleted_ms: string | null;
};

/** The statements that load profiles: each takes a whole batch, whatever its size. The only file that writes the table. */
export function profilesStore(db: Kysely<ControlTables>) {
  return {
    /** Nobody else writes them meanwhile: whoever does holds the project's lock, which guards also those that are not there yet. */
    async read(keys: readonly Key[]): Promise<KeyedRow[]> {
      const lists = Map.groupBy(keys, ({ projectId, groupKey }) => `${projectId} ${groupKey}`);
      if (lists.size > LISTS_MAX) return readJoined(db, keys);
      const found: KeyedRow[] = [];
      for (const list of lists.values()) found.push(...(await readList(db, list)));
      return found;
    },

    /** Those that are not there take a third less time when nobody looks for them again, row by row. */
    async write(rows: readonly WrittenRow[]): Promise<void> {
      await insert(
        db,
        rows.filter(({ isNew }) => isNew),
        sql``,
      );
      await insert(
        db,
        rows.filter(({ isNew }) => !isNew),
        sql`on conflict (project_id, group_key, id) do update set
          is_present = excluded.is_present, properties = excluded.properties, as_of_ms = excluded.as_of_ms,
          as_of = excluded.as_of, deleted_ms = excluded.deleted_ms, updated_at = now()`,
      );
    },

    /** Until the transaction ends nobody else applies updates to these projects, on any node. In order, so that two never wait for each other. */
    async lockProjects(projectIds: readonly number[]): Promise<void> {
      for (const projectId of [...projectIds].sort((left, right) => left - right)) {
        await sql`select pg_advisory_xact_lock(${LOCK_CLASS}, ${projectId})`.execute(db);
      }
    },

    async addTallies(lines: readonly TallyLine[]): Promise<void> {
      if (lines.length === 0) return;
      await sql`
        insert into profile_tally (project_id, day, door, code, count)
        select * from unnest(
          ${lines.map(({ projectId }) => projectId)}::integer[], ${lines.map(({ day }) => day)}::date[],
          ${lines.map(({ door }) => door)}::text[], ${lines.map(({ code }) => code)}::text[],
          ${lines.map(({ count }) => count)}::bigint[])
        on conflict (project_id, day, door, code) do update set count = profile_tally.count + excluded.count`.execute(
        db,
      );
    },

    async removeProject(projectId: number): Promise<void> {
      await db.deleteFrom("profile").where("project_id", "=", projectId).execute();
      await db.deleteFrom("profile_tally").where("project_id", "=", projectId).execute();
      await db.deleteFrom("profile_session").where("project_id", "=", projectId).execute();
    },
  };
}

/** JSON goes as one text, cut where it is met: as an array, every quote in it would have to be escaped here and read there. */
async function insert(
  db: Kysely<ControlTables>,
  rows: readonly KeyedRow[],
  otherwise: RawBuilder<unknown>,
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into profile (project_id, group_key, id, is_present, properties, as_of_ms, as_of, deleted_ms)
    select * from unnest(
      ${plainArray(rows.map(({ projectId }) => projectId))}::integer[],
      ${textArray(rows.map(({ groupKey }) => groupKey))}::text[],
      ${textArray(rows.map(({ id }) => id))}::text[],
      ${plainArray(rows.map(({ row }) => row.is_present))}::boolean[],
      string_to_array(${rows.map(({ row }) => row.properties).join(CUT)}::text, ${CUT}),
      ${plainArray(rows.map(({ row }) => row.as_of_ms))}::bigint[],
      string_to_array(${rows.map(({ row }) => row.as_of ?? "").join(CUT)}::text, ${CUT}, ''),
      ${plainArray(rows.map(({ row }) => row.deleted_ms))}::bigint[])
    ${otherwise}`.execute(db);
}

/** Ids of one list are found four times as fast as by a join; many short lists are not worth as many questions. */
const LISTS_MAX = 16;

async function readList(db: Kysely<ControlTables>, list: readonly Key[]): Promise<KeyedRow[]> {
  const [first] = list;
  if (first === undefined) return [];
  const { rows } = await sql<Selected>`
    select project_id, group_key, id, is_present, properties, as_of_ms, as_of, deleted_ms from profile
    where project_id = ${first.projectId} and group_key = ${first.groupKey}
      and id = any(${textArray(list.map(({ id }) => id))}::text[])`.execute(db);
  return rows.map(toKeyedRow);
}

async function readJoined(db: Kysely<ControlTables>, keys: readonly Key[]): Promise<KeyedRow[]> {
  const { rows } = await sql<Selected>`
    select project_id, group_key, id, is_present, properties, as_of_ms, as_of, deleted_ms
    from profile join unnest(
      ${keys.map(({ projectId }) => projectId)}::integer[],
      ${keys.map(({ groupKey }) => groupKey)}::text[],
      ${keys.map(({ id }) => id)}::text[]) as asked (project_id, group_key, id)
      using (project_id, group_key, id)`.execute(db);
  return rows.map(toKeyedRow);
}

export type TallyLine = { projectId: number; day: string; door: string; code: string; count: number };

/** JSON holds no such character: it writes it as an escape. */
const CUT = "\u0001";

/** Any number will do that no other kind of lock uses. */
const LOCK_CLASS = 7_420_118;

const toKeyedRow = (row: Selected): KeyedRow => ({
  projectId: row.project_id,
  groupKey: row.group_key,
  id: row.id,
  row: {
    is_present: row.is_present,
    properties: row.properties,
    as_of_ms: Number(row.as_of_ms),
    as_of: row.as_of,
    deleted_ms: row.deleted_ms === null ? null : Number(row.deleted_ms),
  },
});
