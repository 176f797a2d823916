import { afterAll, expect, test } from "vitest";
import { seededRandom } from "../../src/journal/testing/random.ts";
import { exportLines } from "../support/events.ts";
import { startServerBesidePostgres } from "./support/server-beside-postgres.ts";
import { createImport, IMPORTS, results, runImport } from "./support/warehouse.ts";

// WAREHOUSE_SEED=17 WAREHOUSE_HISTORIES=1 npx vitest run tests/warehouse/histories.long.test.ts
const isLong = process.env.TRIBUTARY_TEST_LONG === "1";
const HISTORIES = Number(process.env.WAREHOUSE_HISTORIES ?? (isLong ? 500 : 6));
const FIRST = Number(process.env.WAREHOUSE_SEED ?? 1);
const ROUNDS = 5;
const TIMEOUT_MS = 60_000 + HISTORIES * 20_000;

const { server, warehouse, sourceId, close } = await startServerBesidePostgres();
afterAll(close);

type Random = ReturnType<typeof seededRandom>;

/** The ids and names of an import's events, a line each. */
async function stored(event: string): Promise<string[]> {
  const lines = await exportLines(server, `&event=${encodeURIComponent(JSON.stringify([event]))}`);
  return lines
    .map((line) => JSON.parse(line).properties)
    .map(({ id, name, time, distinct_id }) => `${id} ${name} ${time} ${distinct_id}`)
    .sort();
}

const inTable = async (table: string): Promise<string[]> =>
  (
    await warehouse.run(
      `select id || ' ' || coalesce(name, 'undefined') || ' ' || (extract(epoch from at) * 1000)::bigint || ' ' || coalesce(who, '') as line from ${table}`,
    )
  )
    .map(({ line }) => String(line))
    .sort();

const follow = (table: string, sync_mode: string, more: Record<string, unknown> = {}) =>
  createImport(server, {
    ...{ warehouse_source_id: sourceId, table_params: { table }, time_column_name: "at", event_name: table },
    ...{ user_column_name: "who", sync_mode, ...more },
  });

/** One thing that somebody does to a mirrored table. */
function act(random: Random, table: string, isKeyed: boolean): string {
  const unlessThere = isKeyed ? " on conflict do nothing" : "";
  const id = 1 + random.below(12);
  const time = `timestamptz '2026-01-0${1 + random.below(9)}T0${random.below(10)}:00:00Z'`;
  const name = random.pick(["null", "''", "'a'", "'b'", "'ü'"]);
  switch (random.below(6)) {
    case 0:
    case 1:
      return `insert into ${table} values (${id}, ${time}, ${name}, 'u${random.below(3)}')${unlessThere}`;
    case 2:
      // Equal rows, as many as there are.
      return `insert into ${table} select * from ${table} where id = ${id}${unlessThere}`;
    case 3:
      return `update ${table} set name = ${name} where id = ${id}`;
    case 4:
      return `update ${table} set at = ${time}, who = 'u${random.below(4)}' where id = ${id}`;
    default:
      return `delete from ${table} where id = ${id}`;
  }
}

test(
  `${HISTORIES} random histories of a mirrored table end with equal sides, after every run`,
  async () => {
    for (let seed = FIRST; seed < FIRST + HISTORIES; seed += 1) {
      const random = seededRandom(seed);
      const table = `mirror_${seed}`;
      const isKeyed = seed % 2 === 0;
      await warehouse.run(
        `create table ${table} (id int${isKeyed ? " primary key" : ""}, at timestamptz not null, name text, who text)`,
      );
      const { id } = await follow(table, "mirror_mode");
      const slow = await warehouse.open();
      for (let round = 0; round < ROUNDS; round += 1) {
        for (let count = random.below(8); count > 0; count -= 1)
          await warehouse.run(act(random, table, isKeyed));
        // Somebody writes while the run reads: it sees all of that or nothing.
        const meanwhile = random.below(3) === 0 ? warehouse.run(act(random, table, isKeyed)) : undefined;
        expect(await runImport(server, id), `seed ${seed}`).toMatchObject({ status: "SUCCEEDED" });
        if (meanwhile !== undefined) {
          await meanwhile;
          await runImport(server, id);
        }
        expect(await stored(table), `seed ${seed}, round ${round}`).toEqual(await inTable(table));
        // What somebody began before a run and ends after it is found by the next.
        await slow.query("begin");
        if (isKeyed) await slow.query(act(random, table, isKeyed));
        expect(await runImport(server, id), `seed ${seed}`).toMatchObject({ status: "SUCCEEDED" });
        await slow.query("commit");
      }
      await slow.end();
      await runImport(server, id);
      expect(await results(server.call("POST", `${IMPORTS}/${id}/verify`)), `seed ${seed}`).toMatchObject({
        equal: true,
      });
      await results(server.call("DELETE", `${IMPORTS}/${id}?delete_data=true`));
      await warehouse.run(`drop table ${table}`);
    }
  },
  TIMEOUT_MS,
);

test(
  `${HISTORIES} random histories of a table that grows lose no row and load none twice`,
  async () => {
    for (let seed = FIRST; seed < FIRST + HISTORIES; seed += 1) {
      const random = seededRandom(seed);
      const table = `growing_${seed}`;
      const isKeyed = random.below(2) === 0;
      await warehouse.run(
        `create table ${table} (id int${isKeyed ? " primary key" : ""}, at timestamptz not null default '2026-01-01', name text default 'n', who text default 'u', written timestamptz not null default now())`,
      );
      const { id } = await follow(table, "time_based", {
        insert_time_column_name: "written",
        lookback_seconds: 60,
      });
      let next = 1;
      const seen = new Set<number>();
      const slow = await warehouse.open();
      for (let round = 0; round < ROUNDS; round += 1) {
        const isSlow = random.below(3) === 0;
        if (isSlow) {
          await slow.query("begin");
          await slow.query(`insert into ${table} (id) values (${next++})`);
        }
        for (let count = random.below(6); count > 0; count -= 1) {
          // Equal times, late ones within the look-back, and the present.
          const written = random.pick([
            "now()",
            "date_trunc('minute', now())",
            "now() - interval '30 seconds'",
          ]);
          await warehouse.run(`insert into ${table} (id, written) values (${next++}, ${written})`);
        }
        if (random.below(3) === 0 && next > 2)
          await warehouse.run(`delete from ${table} where id = ${1 + random.below(next - 1)}`);
        // What is there when the run begins, and older than any transaction that is still open, has to be found.
        for (const row of await warehouse.run(`select id from ${table}`))
          if (!isSlow) seen.add(Number(row.id));
        expect(await runImport(server, id), `seed ${seed}`).toMatchObject({ status: "SUCCEEDED" });
        if (isSlow) await slow.query("commit");
      }
      for (const row of await warehouse.run(`select id from ${table}`)) seen.add(Number(row.id));
      await runImport(server, id);
      const ids = (await stored(table)).map((line) => Number(line.split(" ")[0])).sort((a, b) => a - b);
      expect(new Set(ids).size, `seed ${seed}: some row was loaded twice`).toBe(ids.length);
      expect(ids, `seed ${seed}`).toEqual(expect.arrayContaining([...seen]));
      await slow.end();
      await results(server.call("DELETE", `${IMPORTS}/${id}?delete_data=true`));
      await warehouse.run(`drop table ${table}`);
    }
  },
  TIMEOUT_MS,
);
