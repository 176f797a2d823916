import { expect } from "vitest";
import type { TestServer } from "../../support/test-server.ts";
import { canonical, createImport, IMPORTS, results, runImport, storedEvents } from "../support/warehouse.ts";
import type { Sandbox } from "./sandbox.ts";

const TABLE = "short names";
/** Names that a statement around the table might use for something of its own, and words of SQL. */
const NAMES =
  "a b c d e h i k l l0 l1 l2 l3 n r s t v w x key value row rows position count sum digest".split(" ");

/** A table of such columns as events and as people: shown before, brought, proven equal, and followed. */
export async function proveShortNames(server: TestServer, sandbox: Sandbox, sourceId: number): Promise<void> {
  const { sql } = sandbox;
  const types = NAMES.map((name) => `${sql.quote(name)} ${sql.text}`);
  await sandbox.run(
    `create table ${sql.quote(TABLE)} (${sql.quote("time")} ${sql.time} not null, ${types.join(", ")}${sql.tableEnd(null)}`,
  );
  for (const row of ["one", "two", "three"]) await insert(sandbox, row);
  const body = { warehouse_source_id: sourceId, table_params: sandbox.tableParams(TABLE), run_every: 0 };
  const events = {
    ...{ ...body, import_type: "event_stream", sync_mode: "mirror_mode" },
    ...{ time_column_name: "time", event_column_name: "h", user_column_name: "a" },
  };
  const people = { ...body, import_type: "people", sync_mode: "mirror_mode", user_column_name: "l0" };
  for (const ask of [events, people]) {
    const shown = server.call("POST", `${IMPORTS}/preview`, { body: ask });
    expect((await results<{ rows: unknown[] }>(shown)).rows).toHaveLength(3);
  }
  const estimated = await results(server.call("POST", `${IMPORTS}/estimate`, { body: events }));
  const at = "2026-02-01T10:00:00.125Z";
  expect(estimated).toMatchObject({ rows: 3, from: at, to: at, nulls: { time: 0, h: 0, a: 0 } });
  const made = await results<{ id: number }>(server.call("POST", `${IMPORTS}/people`, { body: people }));
  const imports = [(await createImport(server, events)).id, made.id];
  const bringAll = async (rows: string[]) => {
    for (const one of imports) {
      expect(await runImport(server, one)).toMatchObject({
        status: "SUCCEEDED",
        error: null,
        rows_failed: 0,
      });
      const proof = await results(server.call("POST", `${IMPORTS}/${one}/verify`));
      expect(proof).toMatchObject({ equal: true, rows_warehouse: rows.length, differences: [] });
    }
    const stored = (await storedEvents(server)).filter((line) => line.startsWith('["h of '));
    expect(stored).toEqual(rows.map(eventOf).sort());
  };
  await bringAll(["one", "two", "three"]);
  await insert(sandbox, "four");
  await sandbox.run(sql.remove(TABLE, `${sql.quote("b")} = 'b of two'`));
  await bringAll(["one", "three", "four"]);
}

async function insert({ run, sql }: Sandbox, row: string): Promise<void> {
  const values = [sql.moment("2026-02-01 10:00:00.125"), ...NAMES.map((name) => `'${name} of ${row}'`)];
  const names = ["time", ...NAMES].map(sql.quote);
  await run(`insert into ${sql.quote(TABLE)} (${names.join(", ")}) values (${values.join(", ")})`);
}

function eventOf(row: string): string {
  const others = NAMES.filter((name) => name !== "a" && name !== "h");
  const properties = Object.fromEntries(others.map((name) => [name, `${name} of ${row}`]));
  const who = { distinct_id: `a of ${row}`, $user_id: `a of ${row}` };
  const time = Date.parse("2026-02-01T10:00:00.125Z");
  return canonical({ event: `h of ${row}`, properties: { ...properties, ...who, time } });
}
