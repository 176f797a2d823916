import { type Kysely, type Selectable, sql } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { EntryRef } from "./types.ts";

export type VersionRow = Selectable<ControlTables["dictionary_entry"]>;

/** Schemas of one answer, all versions together: a page ends earlier rather than fill the memory. */
const PAGE_MAX_BYTES = 16 * 1024 * 1024;
const VERSION_MAX = 2 ** 31 - 1;

/** Reads the versions of entries: the last one is in dictionary_entry, those before it in dictionary_version. */
export function historyStore(db: Kysely<ControlTables>) {
  return {
    /** Newest first, from the one before `before` on. One more than asked for, to compare the last one with. */
    async list(
      projectId: number,
      { entityType, name }: EntryRef,
      { before, limit }: { before: number | undefined; limit: number },
    ): Promise<VersionRow[]> {
      const { rows } = await sql<VersionRow>`
        with version as (
          select * from dictionary_entry
          where project_id = ${projectId} and entity_type = ${entityType} and name = ${name}
          union all
          select * from dictionary_version
          where project_id = ${projectId} and entity_type = ${entityType} and name = ${name}
        ), page as (
          select version.*, sum(bytes) over (order by version desc) - bytes as bytes_before
          from version
          where ${before ?? null}::integer is null or version < ${before ?? null}::integer
          order by version desc
          limit ${limit + 1}
        )
        select * from page where bytes_before < ${PAGE_MAX_BYTES} order by version desc`.execute(db);
      return rows;
    },

    async find(projectId: number, ref: EntryRef, version: number): Promise<VersionRow | undefined> {
      // One more than the largest number there can be is no number to the database.
      const before = version < VERSION_MAX ? version + 1 : undefined;
      const [row] = await historyStore(db).list(projectId, ref, { before, limit: 0 });
      return row?.version === version ? row : undefined;
    },
  };
}
