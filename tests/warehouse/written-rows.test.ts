import { afterAll, expect, test } from "vitest";
import { startServerBesidePostgres } from "./support/server-beside-postgres.ts";
import { createImport, IMPORTS, type RunRecord, results, runImport } from "./support/warehouse.ts";

const { server, warehouse, sourceId, close } = await startServerBesidePostgres();
afterAll(close);

const fill = (table: string, columns = "") =>
  warehouse.run(`create table ${table} as select g as id, timestamptz '2026-01-01' + g * interval '1 minute' as at,
    'user ' || g % 7 as who, 'a' as note${columns} from generate_series(1, 3000) g`);
const addKey = (table: string) => warehouse.run(`alter table ${table} add primary key (id)`);

/**
 * A run notes the oldest transaction that is at work in the whole server, and other tests have some in other databases: until all
 * are over that a later run could not tell from the one that wrote the rows.
 */
async function settled(): Promise<void> {
  const [{ next } = {}] = await warehouse.run(
    "select txid_snapshot_xmax(txid_current_snapshot())::text as next",
  );
  const older = "select 1 from txid_snapshot_xip(txid_current_snapshot()) xid where xid < $1::text::bigint";
  await expect.poll(() => warehouse.run(older, [next]), { timeout: 60_000 }).toEqual([]);
}

async function mirror(table: string): Promise<number> {
  await settled();
  const { id } = await createImport(server, {
    ...{ warehouse_source_id: sourceId, table_params: { table }, time_column_name: "at" },
    ...{ user_column_name: "who", event_name: table, sync_mode: "mirror_mode" },
  });
  expect(await runImport(server, id)).toMatchObject({ status: "SUCCEEDED", rows_inserted: 3000 });
  return id;
}

/** A run, and how it found what changed. */
async function again(id: number): Promise<RunRecord & { found: "by versions" | "by sums" }> {
  const run = (await runImport(server, id)) as RunRecord & { log: { text: string }[] };
  expect(run).toMatchObject({ status: "SUCCEEDED" });
  const texts = run.log.map(({ text }) => text).join("\n");
  expect(texts).toMatch(/rows were written since|parts of the table differ/);
  return { ...run, found: texts.includes("written since") ? "by versions" : "by sums" };
}

const isEqual = async (id: number) =>
  expect(await results(server.call("POST", `${IMPORTS}/${id}/verify`))).toMatchObject({ equal: true });

test("a mirror of a table with a key reads only the rows written since", async () => {
  await fill("keyed");
  await addKey("keyed");
  const id = await mirror("keyed");
  expect(await again(id)).toMatchObject({ found: "by versions", rows_unchanged: 3000 });
  await warehouse.run("update keyed set note = 'b' where id <= 5");
  await warehouse.run("update keyed set note = note where id between 6 and 9");
  await warehouse.run("insert into keyed values (4000, '2026-02-01', 'zoe', 'new')");
  expect(await again(id)).toMatchObject({
    ...{ found: "by versions", rows_read: 3001, rows_updated: 5, rows_inserted: 1, rows_unchanged: 2995 },
  });
  await isEqual(id);
});

test("rows that are gone, and a key that changed, are found by comparing all of it", async () => {
  await fill("shrinking");
  await addKey("shrinking");
  const id = await mirror("shrinking");
  await warehouse.run("delete from shrinking where id = 17");
  await warehouse.run("update shrinking set note = 'b' where id = 18");
  expect(await again(id)).toMatchObject({ found: "by sums", rows_deleted: 1, rows_updated: 1 });
  await warehouse.run("update shrinking set id = 5000 where id = 19");
  expect(await again(id)).toMatchObject({ found: "by sums" });
  await warehouse.run("delete from shrinking where id = 20");
  await warehouse.run("insert into shrinking values (6000, '2026-02-01', 'zoe', 'new')");
  expect(await again(id)).toMatchObject({ found: "by sums", rows_deleted: 1, rows_inserted: 1 });
  expect(await again(id)).toMatchObject({ found: "by versions", rows_unchanged: 2999 });
  await isEqual(id);
});

test("what was begun before a run and ended after it is found by the next", async () => {
  await fill("slow");
  await addKey("slow");
  const id = await mirror("slow");
  const writer = await warehouse.open();
  await writer.query("begin");
  await writer.query("update slow set note = 'late' where id = 1");
  await writer.query("savepoint inner_one");
  await writer.query("update slow set note = 'later' where id = 2");
  await warehouse.run("update slow set note = 'soon' where id = 3");
  expect(await again(id)).toMatchObject({ found: "by versions", rows_updated: 1 });
  expect(await again(id)).toMatchObject({ found: "by versions", rows_updated: 0 });
  await writer.query("commit");
  await writer.end();
  expect(await again(id)).toMatchObject({ found: "by versions", rows_updated: 2 });
  await isEqual(id);
});

test("a value that appears without any row being written is found", async () => {
  await fill("widened");
  await addKey("widened");
  const id = await mirror("widened");
  await warehouse.run("alter table widened add column extra text default 'everywhere'");
  expect(await again(id)).toMatchObject({ found: "by sums", rows_updated: 3000 });
  expect(await again(id)).toMatchObject({ found: "by versions", rows_updated: 0 });
  await isEqual(id);
});

test("tables whose rows may read otherwise without being written are compared whole", async () => {
  await warehouse.run("create type mood as enum ('good', 'bad')");
  await fill("moody", ", 'good'::mood as mood");
  await addKey("moody");
  await fill("guarded");
  await addKey("guarded");
  await warehouse.run("alter table guarded enable row level security");
  await fill("keyless");
  for (const table of ["moody", "guarded", "keyless"]) {
    expect(await again(await mirror(table)), table).toMatchObject({ found: "by sums" });
  }
  const id = await mirror("moody");
  await warehouse.run("alter type mood rename value 'good' to 'great'");
  expect(await again(id)).toMatchObject({ rows_updated: 3000 });
});

test("a table that was made anew, and one with a row that could not be stored, are compared whole", async () => {
  await fill("remade");
  await addKey("remade");
  const id = await mirror("remade");
  await warehouse.run("create table other as select * from remade");
  await warehouse.run("drop table remade; alter table other rename to remade");
  await addKey("remade");
  expect(await again(id)).toMatchObject({ found: "by sums", rows_unchanged: 3000 });
  await warehouse.run("insert into remade values (7000, 'infinity', 'zoe', 'never')");
  expect(await again(id)).toMatchObject({ rows_failed: 1 });
  await warehouse.run("delete from remade where id = 17");
  expect(await again(id)).toMatchObject({ found: "by sums", rows_deleted: 1, rows_failed: 1 });
});
