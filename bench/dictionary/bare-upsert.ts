import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { silentLog } from "../../src/platform/log.ts";
import { startPostgres } from "../../src/platform/postgres/index.ts";
import type { BenchEntry } from "./entries.ts";

export type BareUpsert = { write(entries: readonly BenchEntry[]): Promise<void>; close(): Promise<void> };

/**
 * What anybody would write by hand: one statement for all entries, on a Postgres with the same settings as the product's. As text,
 * like ours: `jsonb` takes longer.
 */
export async function openBareUpsert(): Promise<BareUpsert> {
  const folder = await mkdtemp(join(tmpdir(), "tributary-bench-bare-"));
  const postgres = await startPostgres({ dataFolder: folder, log: silentLog });
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(
    'create table bare (project_id integer, entity_type text, name text collate "C", schema text not null, primary key (project_id, entity_type, name))',
  );
  return {
    async write(entries) {
      await client.query(
        `insert into bare select 1, * from unnest($1::text[], $2::text[], $3::text[])
         on conflict (project_id, entity_type, name) do update set schema = excluded.schema`,
        [
          entries.map(({ entityType }) => entityType),
          entries.map(({ name }) => name),
          entries.map(({ schemaJson }) => JSON.stringify(schemaJson)),
        ],
      );
    },
    async close() {
      await client.end();
      await postgres.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
