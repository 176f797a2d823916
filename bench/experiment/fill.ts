import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { Catalog, openDuckdbStore, Shredder } from "../../src/events/index.ts";
import { silentLog } from "../../src/platform/log.ts";

export const PROJECT = 1;
export const START_MS = 1_760_000_000_000;
export const DAYS = 14;
export const NAME = "new_checkout";
const DAY_MS = 86_400_000;

/** In the order in which they get their columns: p1, p2 … */
const PROPERTIES = { "Experiment name": "x", "Variant name": "y", price: 1.5, plan: "free" };

/**
 * A project's file with so many exposed people and so many events of theirs, from two weeks before the start to two weeks after, a tenth
 * of them on devices that belong to them. The store makes the file; its rows come from a statement, since loading ten million through
 * the journal's text would take minutes and change nothing of what is measured.
 */
export async function fill(folder: string, events: number, people: number): Promise<void> {
  const store = await openDuckdbStore({ folder, log: silentLog });
  const catalog = new Catalog();
  const shredder = new Shredder(catalog);
  shredder.add({
    event: "First",
    timeMs: START_MS - 100 * DAY_MS,
    distinctId: "first",
    properties: PROPERTIES,
  });
  const { rows, columns } = shredder.take();
  const lineage = { source: "import" };
  const applied = await store.apply(
    PROJECT,
    "live",
    [
      { kind: "declare", position: 1, declarations: catalog.since(0) },
      { kind: "rows", position: 2, receivedMs: START_MS, lineage, rows, columns },
    ],
    2,
  );
  if (!applied.ok) throw new Error(JSON.stringify(applied.failure));
  await store.close();

  const instance = await DuckDBInstance.create(join(folder, `${PROJECT}.duckdb`), { threads: "2" });
  const connection = await instance.connect();
  const person = (number: string) => `'user-' || lpad((${number})::VARCHAR, 12, '0')`;
  const id = `case when n % 10 = 0 then '$device:' || md5(n::VARCHAR) else ${person("n")} end`;
  await connection.run(`insert into event_rows (event, time, distinct_id, state, "position", ord, received, lineage, p1, p2)
    select '$experiment_started', ${START_MS} + (hash(n) % ${2 * DAY_MS})::BIGINT, ${id}, 0, 3, n, ${START_MS}, 1,
      '${NAME}', case when hash(n, 7) % 2 = 0 then 'control' else 'treatment' end
    from range(${people}) t(n)`);
  await connection.run(`insert into event_rows (event, time, distinct_id, state, "position", ord, received, lineage, p3, p4)
    select ['View', 'Cart', 'Buy', 'Open', 'Search', 'Share', 'Help', 'Crash', 'Other', 'Other'][1 + (dice % 10)::INT],
      ${START_MS - DAYS * DAY_MS} + (hash(i, 3) % ${2 * DAYS * DAY_MS})::BIGINT, ${id}, 0, 4, i, ${START_MS}, 1,
      case when dice % 10 = 2 then (hash(i, 4) % 10000)::DOUBLE / 100 end,
      case when dice % 3 = 0 then 'pro' else 'free' end
    from (select i, hash(i, 1) as dice, (hash(i, 2) % ${people})::BIGINT as n from range(${events}) t(i))`);
  await connection.run(`insert into links select hash('$device:' || device), hash(u), device, u, 2, 2, n
    from (select n, md5(n::VARCHAR) as device, ${person("n")} as u from range(0, ${people}, 10) t(n))`);
  await connection.run("checkpoint");
  connection.closeSync();
  instance.closeSync();
}
