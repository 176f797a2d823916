import { createHash } from "node:crypto";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { ok } from "../../platform/result.ts";
import { heldOf } from "./certificate.ts";

const ROWS = 5000;
const EVENTS = ["Signup", 'Käse "2"', ""];
const DAY_MS = 86_400_000;

type Row = { event: string; time: number; sent: number | null; id: string; insertId: string | null };

const rows: Row[] = Array.from({ length: ROWS }, (_, n) => ({
  event: EVENTS[n % EVENTS.length] ?? "",
  time: 1_767_225_600_000 + n * 50_000,
  sent: n % 4 === 0 ? 1_767_225_600_123 + n : null,
  id: n % 5 === 0 ? "" : `user ${n % 700} é`,
  insertId: n % 7 === 0 ? null : `insert ${n}`,
}));

async function fill(connection: DuckDBConnection): Promise<void> {
  await connection.run("create table lineages (id INTEGER, import_id VARCHAR)");
  await connection.run("insert into lineages values (1, 'ours'), (2, 'another'), (3, 'ours')");
  await connection.run(
    "create table events (event VARCHAR, time BIGINT, sent_time BIGINT, distinct_id VARCHAR, insert_id VARCHAR, lineage INTEGER)",
  );
  const appender = await connection.createAppender("events");
  for (const [n, { event, time, sent, id, insertId }] of rows.entries()) {
    appender.appendVarchar(event);
    appender.appendBigInt(BigInt(time));
    if (sent === null) appender.appendNull();
    else appender.appendBigInt(BigInt(sent));
    appender.appendVarchar(id);
    if (insertId === null) appender.appendNull();
    else appender.appendVarchar(insertId);
    appender.appendInteger((n % 3) + 1);
    appender.endRow();
  }
  appender.closeSync();
}

/** By the words of the certificate alone. */
function expected() {
  const sums = new Map<string, { rows: number; sum: bigint }>();
  for (const [n, { event, time, sent, id, insertId }] of rows.entries()) {
    if (n % 3 === 1) continue;
    const parts = [event, id, String(sent ?? time), ...(insertId === null ? [] : [insertId])];
    const digest = createHash("md5").update(parts.join("\u001f")).digest();
    const key = `${new Date(Math.floor(time / DAY_MS) * DAY_MS).toISOString().slice(0, 10)} ${event}`;
    const line = sums.get(key) ?? { rows: 0, sum: 0n };
    sums.set(key, { rows: line.rows + 1, sum: line.sum + digest.readBigUInt64LE(8) });
  }
  return new Map([...sums].map(([key, { rows, sum }]) => [key, { rows, checksum: String(sum) }]));
}

test("checksums are the sums of half of each row's MD5, as in certificates of every version", async () => {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await fill(connection);
  const query = async (_project: number, { sql, params }: { sql: string; params?: unknown }) => {
    const read = await connection.runAndReadAll(sql, params as string[]);
    return ok({ columns: [], rows: read.getRows() });
  };
  const ask = () =>
    heldOf({ store: { query } as never }, { id: "ours", projectId: 1 }, new AbortController().signal);
  const held = await ask();
  expect(new Map(held.map(({ day, event, ...line }) => [`${day} ${event}`, line]))).toEqual(expected());

  // How certificates were made until then.
  const before = await connection.runAndReadAll(
    `select sum(md5_number_lower(concat_ws(chr(31), event, distinct_id, coalesce(sent_time, time), insert_id))::HUGEINT)::VARCHAR
     from events where lineage <> 2 group by time // ${DAY_MS}, event order by time // ${DAY_MS}, event`,
  );
  expect(before.getRows()).toEqual(held.map(({ checksum }) => [checksum]));
});
