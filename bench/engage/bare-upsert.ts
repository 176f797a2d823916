import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { silentLog } from "../../src/platform/log.ts";
import { startPostgres } from "../../src/platform/postgres/index.ts";
import type { Person } from "./records.ts";

export type BareUpsert = { write(people: readonly Person[]): Promise<void>; close(): Promise<void> };

/** What anybody would write by hand: one statement a batch, on a Postgres with the same settings as the product's. */
export async function openBareUpsert(): Promise<BareUpsert> {
  const folder = await mkdtemp(join(tmpdir(), "tributary-bench-bare-"));
  const postgres = await startPostgres({ dataFolder: folder, log: silentLog });
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(
    'create table bare (project_id integer, id text collate "C", properties jsonb not null, primary key (project_id, id))',
  );
  return {
    async write(people) {
      await client.query(
        `insert into bare select * from unnest($1::integer[], $2::text[], $3::jsonb[])
         on conflict (project_id, id) do update set properties = bare.properties || excluded.properties`,
        [
          people.map(() => 1),
          people.map(({ id }) => id),
          people.map(({ properties }) => JSON.stringify(properties)),
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
