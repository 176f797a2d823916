import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { Catalog, openDuckdbStore, Shredder } from "../../src/events/index.ts";
import { silentLog } from "../../src/platform/log.ts";

export const PROJECT = 1;
export const FIRST_DAY = "2026-01-01";
export const DAYS = 90;
const START_MS = Date.parse(FIRST_DAY);
const DAY_MS = 86_400_000;

/** In the order in which they get their columns: p1, p2 … */
const PROPERTIES = { country: "DE", price: 1.5 };

/**
 * A project's file with so many events in the order of their times, of a hundred countries. The store makes the file; its rows come from
 * a statement, since loading millions through the journal's text would take minutes and change nothing of what is measured.
 */
export async function fill(folder: string, events: number, people: number): Promise<void> {
  const store = await openDuckdbStore({ folder, log: silentLog });
  const catalog = new Catalog();
  const shredder = new Shredder(catalog);
  shredder.add({
    event: "First",
    timeMs: START_MS - DAY_MS,
    distinctId: "first",
    properties: PROPERTIES,
  });
  const { rows, columns } = shredder.take();
  const applied = await store.apply(
    PROJECT,
    "live",
    [
      { kind: "declare", position: 1, declarations: catalog.since(0) },
      { kind: "rows", position: 2, receivedMs: START_MS, lineage: { source: "import" }, rows, columns },
    ],
    2,
  );
  if (!applied.ok) throw new Error(JSON.stringify(applied.failure));
  await store.close();

  const instance = await DuckDBInstance.create(join(folder, `${PROJECT}.duckdb`), { threads: "2" });
  const connection = await instance.connect();
  const perEventMs = (DAYS * DAY_MS) / events;
  await connection.run(`insert into event_rows (event, time, distinct_id, state, "position", ord, received, lineage, p1, p2)
    select ['View', 'Purchase', 'Open', 'Search'][1 + (hash(i, 1) % 4)::INT], ${START_MS} + (i * ${perEventMs})::BIGINT,
      'user-' || lpad((hash(i, 2) % ${people})::VARCHAR, 12, '0'), 0, 3, i, ${START_MS}, 1,
      'country-' || (sqrt(hash(i, 3) % 10000))::INT, (hash(i, 4) % 10000)::DOUBLE / 100
    from range(${events}) t(i)`);
  await connection.run("checkpoint");
  connection.closeSync();
  instance.closeSync();
}
