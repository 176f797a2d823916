import { type Kysely, sql } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { type StoredRow, toEntry } from "./entry-row.ts";
import type { EntityType, Entry, EntryRef } from "./types.ts";

const COLUMNS = ["entity_type", "name", "version", "namespace", "metadata", "body"] as const;

export type DropRow = { name: string; isDropped: boolean; droppedProperties: string[] };

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

    /** What is dropped at ingestion, with the revision it holds for: one statement, so that both are of one moment. */
    async findDrops(projectId: number): Promise<{ revision: number; rows: DropRow[] }> {
      const { rows } = await sql<{
        revision: string;
        name: string | null;
        is_dropped: boolean;
        dropped_properties: string | null;
      }>`
        select revision, name, is_dropped, dropped_properties
        from dictionary
        left join dictionary_entry entry on entry.project_id = dictionary.project_id
          and (is_dropped or dropped_properties is not null)
        where dictionary.project_id = ${projectId}`.execute(db);
      return {
        revision: Number(rows[0]?.revision ?? 0),
        rows: rows.flatMap(({ name, is_dropped, dropped_properties }) =>
          name === null
            ? []
            : [{ name, isDropped: is_dropped, droppedProperties: JSON.parse(dropped_properties ?? "[]") }],
        ),
      };
    },
  };
}
