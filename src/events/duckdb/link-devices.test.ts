import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { firstOf } from "./link-devices.ts";
import { readRows } from "./read-rows.ts";

test("few claims and many have the same first ones", async () => {
  const connection = await (await DuckDBInstance.create()).connect();
  // Places come in no order, and often two have the same beginning.
  await connection.run(`create temp table news as
    select range as id, (hash(range) % 700)::UBIGINT as "key", (hash(range, 1) % 3)::BIGINT as seen,
      (hash(range, 2) % 3)::BIGINT as "position", (hash(range) % 1000003)::UINTEGER as ord from range(20000)`);
  const [few, many] = await Promise.all(
    [10, 10_000_000].map((news) => readRows(connection, `from (${firstOf(news)}) order by 1`)),
  );
  expect(few).toHaveLength(700);
  expect(few).toEqual(many);
  const places = await readRows(
    connection,
    `select count(*) from news one where id in (${firstOf(10)}) and exists (from news other
      where other."key" = one."key" and (other.seen, other."position", other.ord) < (one.seen, one."position", one.ord))`,
  );
  expect(places).toEqual([[0]]);
  connection.closeSync();
});
