import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { Catalog, openDuckdbStore, Shredder } from "../../src/events/index.ts";
import { silentLog } from "../../src/platform/log.ts";

export const PROJECT = 1;
const FROM_MS = 1_760_000_000_000;

/**
 * A project's file with so many events and links. The store makes the file; its rows come from a statement, since loading ten
 * million through the journal's text would take minutes and change nothing of what is measured. Half of the events are of users, three
 * tenths of devices that belong to one, two tenths of devices that belong to nobody; five devices to four users.
 */
export async function fill(folder: string, events: number, links: number): Promise<void> {
  const store = await openDuckdbStore({ folder, log: silentLog });
  const shredder = new Shredder(new Catalog());
  shredder.add({ event: "Open", timeMs: FROM_MS, distinctId: "first", properties: {} });
  const { rows, columns } = shredder.take();
  const lineage = { source: "import" };
  const change = { kind: "rows", position: 1, receivedMs: FROM_MS, lineage, rows, columns } as const;
  const applied = await store.apply(PROJECT, "live", [change], 1);
  if (!applied.ok) throw new Error(applied.failure.code);
  await store.close();

  const instance = await DuckDBInstance.create(join(folder, `${PROJECT}.duckdb`), { threads: "2" });
  const connection = await instance.connect();
  const user = (number: string) =>
    `'user-' || lpad(((${number}) % ${Math.ceil(links * 0.8)})::VARCHAR, 12, '0')`;
  await connection.run(`insert into event_rows (event, time, distinct_id, state, "position", ord, received, lineage)
    select 'Open', ${FROM_MS} + i * 3, case when dice < 50 then ${user("d")} when dice < 80 then '$device:' || md5(d::VARCHAR)
      else '$device:' || md5((d + ${links})::VARCHAR) end, 0, 2, i, ${FROM_MS}, 1
    from (select i, hash(i, 1) % 100 as dice, (hash(i, 2) % ${links})::BIGINT as d from range(${events}) t(i))`);
  await connection.run(`insert into links select hash('$device:' || device), hash(u), device, u, 2, 2, d
    from (select d, md5(d::VARCHAR) as device, ${user("d")} as u from range(${links}) t(d))`);
  await connection.run("checkpoint");
  connection.closeSync();
  instance.closeSync();
}
