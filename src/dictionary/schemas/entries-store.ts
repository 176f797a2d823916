import { type Kysely, sql } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { type StoredRow, toEntry } from "./entry-row.ts";
import type { EntityType, Entry, EntryRef } from "./types.ts";

const COLUMNS = ["entity_type", "name", "version", "namespace", "metadata", "body"] as const;

export type SummaryRow = StoredRow & {
  is_present: boolean;
  is_dropped: boolean;
  changed_at: Date;
  changed_by_name: string;
};

const CHANGED_PAGE = 500;
const CHANGED_PAGE_MAX_BYTES = 4 * 1024 * 1024;

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

    async listNames(projectId: number): Promise<EntryRef[]> {
      const rows = await db
        .selectFrom("dictionary_entry")
        .select(["entity_type", "name"])
        .where("project_id", "=", projectId)
        .where("is_present", "=", true)
        .orderBy("entity_type")
        .orderBy("name")
        .execute();
      return rows.map(({ entity_type, name }) => ({ entityType: entity_type, name }));
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

    /** The number of the project's last change; 0 where there was none. */
    async findRevision(projectId: number): Promise<number> {
      const row = await db
        .selectFrom("dictionary")
        .select("revision")
        .where("project_id", "=", projectId)
        .executeTakeFirst();
      return Number(row?.revision ?? 0);
    },

    /**
     * The next entries by type and name, as far as they changed after a revision: those that are gone too. A page ends early where
     * schemas are large.
     */
    async listChanged(
      projectId: number,
      since: number,
      after: Pick<SummaryRow, "entity_type" | "name"> = { entity_type: "event", name: "" },
    ): Promise<SummaryRow[]> {
      const { rows } = await sql<SummaryRow>`
        with page as (
          select entity_type, name, version, namespace, metadata, body, is_present, is_dropped, changed_at,
            changed_by_name, sum(bytes) over (order by entity_type, name) - bytes as bytes_before
          from dictionary_entry
          where project_id = ${projectId} and revision > ${since}
            and (entity_type, name) > (${after.entity_type}, ${after.name} collate "C")
          order by entity_type, name
          limit ${CHANGED_PAGE}
        )
        select * from page where bytes_before < ${CHANGED_PAGE_MAX_BYTES} order by entity_type, name`.execute(
        db,
      );
      return rows;
    },
  };
}
