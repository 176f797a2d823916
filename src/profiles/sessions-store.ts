import { type Kysely, sql } from "kysely";
import type { ControlTables } from "../platform/control-db/index.ts";

/** What a question found, page by page: ids in their order, as they were when it was asked. */
export type SessionPage = { total: number; pageSize: number; ids: string[] };

/** How long whoever reads on page by page may take, from the first page. */
const KEPT_FOR = "1 hour";
/** Of one project; the oldest give way. Each may hold as many ids as there are profiles. */
const SESSIONS_MAX = 20;

export type SessionsStore = ReturnType<typeof sessionsStore>;

export function sessionsStore(db: Kysely<ControlTables>) {
  return {
    /** All of them, without reading one: the ids need not leave the database. Answers how many there are. */
    async saveAll(projectId: number, groupKey: string, sessionId: string, pageSize: number): Promise<number> {
      await sql`
        insert into profile_session (project_id, session_id, page, total, page_size, ids)
        select ${projectId}, ${sessionId}, page, 0, ${pageSize}, array_agg(id order by id)
        from (select id, ((row_number() over (order by id)) - 1) / ${pageSize}::integer as page
              from profile
              where project_id = ${projectId} and group_key = ${groupKey} and is_present) as numbered
        group by page`.execute(db);
      const counted = await sql<{ total: string }>`
        select coalesce(sum(cardinality(ids)), 0) as total from profile_session
        where project_id = ${projectId} and session_id = ${sessionId}`.execute(db);
      return Number(counted.rows[0]?.total ?? 0);
    },

    async savePage(
      projectId: number,
      sessionId: string,
      page: number,
      { total, pageSize, ids }: SessionPage,
    ): Promise<void> {
      await db
        .insertInto("profile_session")
        .values({
          project_id: projectId,
          session_id: sessionId,
          page,
          total,
          page_size: pageSize,
          ids: sql`${ids}::text[]`,
        })
        .execute();
    },

    /** Once all pages are there: how many they hold together. Takes away what nobody asks for any more. */
    async finish(projectId: number, sessionId: string, total: number, pageSize: number): Promise<void> {
      await db
        .updateTable("profile_session")
        .set({ total })
        .where("project_id", "=", projectId)
        .where("session_id", "=", sessionId)
        .execute();
      // Behind the last page, so that whoever asks for one too many is told that there is nothing more.
      const end = { project_id: projectId, session_id: sessionId, page: Math.ceil(total / pageSize) };
      await db
        .insertInto("profile_session")
        .values({ ...end, total, page_size: pageSize, ids: sql`'{}'::text[]` })
        .execute();
      await sql`delete from profile_session where created_at < now() - ${KEPT_FOR}::interval`.execute(db);
      await sql`
        delete from profile_session where project_id = ${projectId} and session_id in (
          select session_id from profile_session where project_id = ${projectId}
          group by session_id order by min(created_at) desc offset ${SESSIONS_MAX})`.execute(db);
    },

    /** Undefined: no such session, or it is too old. A page behind the last is empty. */
    async find(projectId: number, sessionId: string, page: number): Promise<SessionPage | undefined> {
      const { rows } = await sql<{ total: number; page_size: number; ids: string[] | null }>`
        select max(total) as total, max(page_size) as page_size,
               (array_agg(to_json(ids)) filter (where page = ${page}))[1] as ids
        from profile_session
        where project_id = ${projectId} and session_id = ${sessionId}
          and created_at >= now() - ${KEPT_FOR}::interval
        having count(*) > 0`.execute(db);
      const row = rows[0];
      return row && { total: row.total, pageSize: row.page_size, ids: row.ids ?? [] };
    },
  };
}
