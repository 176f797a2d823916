import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { silentLog } from "../../src/platform/log.ts";
import { startPostgres } from "../../src/platform/postgres/index.ts";

export type Warehouse = { url: URL; client: Client; close(): Promise<void> };

/** A Postgres of its own with a table of orders: 12 columns, two of them NULL now and then. */
export async function startWarehouse(rows: number): Promise<Warehouse> {
  const folder = await mkdtemp(join(tmpdir(), "bench-warehouse-"));
  const postgres = await startPostgres({
    dataFolder: folder,
    log: silentLog,
    settings: { fsync: "off", max_wal_size: "8GB", shared_buffers: "512MB" },
  });
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create table orders (id bigint primary key, ordered_at timestamptz not null, event text not null,
    customer_id text, device text, plan text, amount numeric(12, 2), quantity int, is_member boolean, country text,
    url text, score double precision)`);
  await client.query(
    `insert into orders select g, timestamptz '2026-01-01' + g * interval '10 seconds', 'Order ' || g % 7,
      'customer-' || g % 50000, 'device-' || g % 90000, case when g % 5 > 0 then (array['free', 'pro', 'team'])[1 + g % 3] end,
      (g % 100000) / 100.0, g % 40, g % 2 = 0, (array['DE', 'FR', 'US', 'IN'])[1 + g % 4],
      'https://shop.example.com/p/' || g % 5000, g / 3.0 from generate_series(1, $1::int) g`,
    [rows],
  );
  await client.query("vacuum analyze orders");
  return {
    url: new URL(postgres.url),
    client,
    async close() {
      await client.end();
      await postgres.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
