import { sql, type Transaction } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { SchemaColumns } from "./entry-row.ts";
import type { EntityType, EntryRef } from "./types.ts";

export type WrittenRow = EntryRef & SchemaColumns & { version: number; isKnown: boolean };

/** Who changes the dictionary, and when. */
export type Author = { principalId: number; name: string; at: Date };
type RemovedEntries = { entityType?: EntityType; name?: string; except?: readonly EntryRef[] };

/** Writes dictionary_entry, and puts what it replaces into dictionary_version. */
export function entriesWriter(tx: Transaction<ControlTables>, projectId: number, author: Author) {
  const { principalId, name: authorName, at } = author;
  /** That of the change under way, which has counted it up. */
  const revision = sql`(select revision from dictionary where project_id = ${projectId})`;

  async function archive(refs: readonly EntryRef[]): Promise<void> {
    await sql`
      insert into dictionary_version
      select entry.*
      from unnest(${refs.map(({ entityType }) => entityType)}::text[], ${refs.map(({ name }) => name)}::text[])
        as changed (entity_type, name)
      join dictionary_entry entry
        on entry.project_id = ${projectId} and entry.entity_type = changed.entity_type and entry.name = changed.name`.execute(
      tx,
    );
  }

  async function write(rows: readonly WrittenRow[], restoredFrom: number | null = null): Promise<void> {
    if (rows.length === 0) return;
    const known = rows.filter(({ isKnown }) => isKnown);
    if (known.length > 0) await archive(known);
    const column = <Key extends keyof WrittenRow>(key: Key) => rows.map((row) => row[key]);
    // JSON has no raw line breaks. The driver quotes each element of a list instead, which took most of the time of an upload.
    const lines = (key: "metadata" | "body") => rows.map((row) => row[key]).join("\n");
    await sql`
      insert into dictionary_entry (project_id, entity_type, name, version, is_present, namespace, metadata, body, bytes,
        is_dropped, dropped_properties, change, restored_from, changed_at, changed_by, changed_by_name, revision)
      select ${projectId}, entity_type, name, version, true, namespace, metadata, body, bytes, is_dropped, dropped_properties,
        case when ${restoredFrom}::integer is not null then 'restored' when version = 1 then 'created' else 'replaced' end,
        ${restoredFrom}::integer, ${at}::timestamptz, ${principalId}::integer, ${authorName}::text, ${revision}
      from unnest(${column("entityType")}::text[], ${column("name")}::text[], ${column("version")}::integer[],
        ${column("namespace")}::text[], string_to_array(${lines("metadata")}::text, chr(10)),
        string_to_array(${lines("body")}::text, chr(10)), ${column("bytes")}::integer[],
        ${column("isDropped")}::boolean[], ${column("droppedProperties")}::text[])
        as row (entity_type, name, version, namespace, metadata, body, bytes, is_dropped, dropped_properties)
      on conflict (project_id, entity_type, name) do update set
        version = excluded.version, is_present = true, namespace = excluded.namespace, metadata = excluded.metadata,
        body = excluded.body, bytes = excluded.bytes, is_dropped = excluded.is_dropped,
        dropped_properties = excluded.dropped_properties, change = excluded.change, restored_from = excluded.restored_from,
        changed_at = excluded.changed_at, changed_by = excluded.changed_by, changed_by_name = excluded.changed_by_name,
        revision = excluded.revision`.execute(tx);
  }

  return {
    write,

    /** Deletes entries; answers how many there were. Each stays as a version that says so. */
    async remove({ entityType, name, except = [] }: RemovedEntries): Promise<number> {
      const outcome = await sql`
        with gone as (
          select * from dictionary_entry entry
          where project_id = ${projectId} and is_present
            and (${entityType ?? null}::text is null or entity_type = ${entityType ?? null}::text)
            and (${name ?? null}::text is null or name = ${name ?? null}::text)
            and not exists (
              select from unnest(${except.map((ref) => ref.entityType)}::text[], ${except.map((ref) => ref.name)}::text[])
                as stays (entity_type, name)
              where stays.entity_type = entry.entity_type and stays.name = entry.name)
        ), archived as (insert into dictionary_version select * from gone)
        update dictionary_entry entry
        set version = entry.version + 1, is_present = false, metadata = '{}', body = '{"keys":{}}', bytes = 0,
          is_dropped = false, dropped_properties = null, change = 'deleted', restored_from = null,
          changed_at = ${at}::timestamptz, changed_by = ${principalId}::integer, changed_by_name = ${authorName}::text,
          revision = ${revision}
        from gone
        where entry.project_id = gone.project_id and entry.entity_type = gone.entity_type and entry.name = gone.name`.execute(
        tx,
      );
      return Number(outcome.numAffectedRows ?? 0);
    },
  };
}
