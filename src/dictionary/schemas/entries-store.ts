import { type Kysely, sql } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { type StoredRow, toEntry } from "./entry-row.ts";
import type { EntityType, Entry, EntryRef } from "./types.ts";

const COLUMNS = ["entity_type", "name", "version", "namespace", "metadata", "body"] as const;

export type RuleRow = Pick<StoredRow, "name" | "namespace" | "metadata" | "body"> & {
  is_present: boolean;
  is_dropped: boolean;
};

const RULES_PAGE = 500;
const RULES_PAGE_MAX_BYTES = 4 * 1024 * 1024;

/** Reads the tables dictionary and dictionary_entry. */
export function entriesStore(db: Kysely<ControlTables>) {
  const present = (projectId: number) =>
    db
      .selectFrom("dictionary_entry")
      .select(COLUMNS)
      .where("project_id", "=", projectId)
      .where("is_present", "=", true);
  return {
    /** By entity type, then by name. Read from their text as they are asked for: a whole dictionary as objects would fill the memory. */
    async list(projectId: number, entityType?: EntityType): Promise<Iterable<Entry>> {
      const query = present(projectId).orderBy("entity_type").orderBy("name");
      const rows = await (entityType ? query.where("entity_type", "=", entityType) : query).execute();
      return { [Symbol.iterator]: () => Iterator.from(rows).map(toEntry) };
    },

    async find(projectId: number, { entityType, name }: EntryRef): Promise<Entry | undefined> {
      const row = await present(projectId)
        .where("entity_type", "=", entityType)
        .where("name", "=", name)
        .executeTakeFirst();
      return row && toEntry(row);
    },

    /** The rows of these entries, deleted ones too. */
    async findRows(
      projectId: number,
      refs: readonly EntryRef[],
    ): Promise<(StoredRow & { is_present: boolean })[]> {
      const { rows } = await sql<StoredRow & { is_present: boolean }>`
        select entry.entity_type, entry.name, version, is_present, namespace, metadata, body
        from unnest(${refs.map(({ entityType }) => entityType)}::text[], ${refs.map(({ name }) => name)}::text[])
          as asked (entity_type, name)
        join dictionary_entry entry
          on entry.project_id = ${projectId} and entry.entity_type = asked.entity_type and entry.name = asked.name`.execute(
        db,
      );
      return rows;
    },

    async measure(projectId: number): Promise<{ entries: number; bytes: number }> {
      const row = await db
        .selectFrom("dictionary_entry")
        .select((row) => [
          row.fn.countAll<string>().as("entries"),
          row.fn.sum<string | null>("bytes").as("bytes"),
        ])
        .where("project_id", "=", projectId)
        .where("is_present", "=", true)
        .executeTakeFirstOrThrow();
      return { entries: Number(row.entries), bytes: Number(row.bytes ?? 0) };
    },

    /**
     * The next events by name, as far as they changed after a revision: those that are gone too. A page ends early where schemas are
     * large.
     */
    async listChangedEvents(projectId: number, since: number, afterName: string): Promise<RuleRow[]> {
      const { rows } = await sql<RuleRow>`
        with page as (
          select name, is_present, is_dropped, namespace, metadata, body,
            sum(bytes) over (order by name) - bytes as bytes_before
          from dictionary_entry
          where project_id = ${projectId} and entity_type = 'event' and revision > ${since} and name > ${afterName}
          order by name
          limit ${RULES_PAGE}
        )
        select * from page where bytes_before < ${RULES_PAGE_MAX_BYTES} order by name`.execute(db);
      return rows;
    },
  };
}
