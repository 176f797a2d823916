import { expect } from "vitest";
import type { TestServer } from "../../support/test-server.ts";
import { IMPORTS, results, runImport } from "../support/warehouse.ts";
import type { Sandbox } from "./sandbox.ts";

type Verification = { equal: boolean; rows_warehouse: number; rows_stored: number; differences: unknown[] };
type Row = { result: unknown; problem: { code: string } | null };

const TABLE = "some customers";
const KINDS = [
  { path: "people", import_type: "people", sync_mode: "mirror_mode", user_column_name: "id" },
  {
    ...{ path: "lookup-table", import_type: "lookup_table", sync_mode: "full_sync" },
    ...{ property_key_column_name: "id", service_property: { value: "customer", resourceType: "event" } },
  },
] as const;

/** A table of customers as people and as a lookup table: shown before, and proven equal after every run and unequal before it. */
export async function proveOtherKinds(server: TestServer, sandbox: Sandbox, sourceId: number): Promise<void> {
  const { sql } = sandbox;
  const [id, plan, level] = ["id", "plan", "level"].map(sql.quote);
  await sandbox.run(
    `create table ${sql.quote(TABLE)} (${id} ${sql.text}, ${plan} ${sql.text}, ${level} ${sql.integer}${sql.tableEnd(null)}`,
  );
  await sandbox.run(
    `insert into ${sql.quote(TABLE)} (${id}, ${plan}, ${level}) values ('ana', 'pro', 1), ('bo', 'free', 2), ('Bo', 'team', null)`,
  );
  const imports: number[] = [];
  for (const { path, ...kind } of KINDS) {
    const body = { warehouse_source_id: sourceId, table_params: sandbox.tableParams(TABLE), ...kind };
    const { rows } = await results<{ rows: Row[] }>(
      server.call("POST", `${IMPORTS}/preview`, { body: { ...body, limit: 5 } }),
    );
    const made = { people: { $distinct_id: "ana", $set: { plan: "pro", level: 1 } } };
    const seen = { lookup_table: { key: "ana", values: { plan: "pro", level: 1 } } };
    expect(rows.map(({ result }) => result)).toContainEqual({ ...made, ...seen }[kind.import_type]);
    expect(rows.filter(({ problem }) => problem !== null)).toEqual([]);
    const call = server.call("POST", `${IMPORTS}/${path}`, { body: { run_every: 0, ...body } });
    imports.push((await results<{ id: number }>(call)).id);
  }
  const verifyAll = () =>
    Promise.all(imports.map((one) => results<Verification>(server.call("POST", `${IMPORTS}/${one}/verify`))));
  const bringAll = async () => {
    for (const one of imports)
      expect(await runImport(server, one)).toMatchObject({ status: "SUCCEEDED", error: null });
    for (const proof of await verifyAll()) expect(proof).toMatchObject({ equal: true, differences: [] });
  };
  await bringAll();
  await sandbox.run(sql.update(TABLE, `${plan} = 'gold'`, `${id} = 'ana'`));
  await sandbox.run(sql.remove(TABLE, `${level} = 2`));
  const changed = { side: "warehouse", row_key: "ana", key: { id: "ana" }, properties: ["plan"] };
  const gone = { side: "store", row_key: "bo", key: { id: "bo" }, properties: null };
  for (const proof of await verifyAll()) {
    expect(proof).toMatchObject({ equal: false, rows_warehouse: 2, rows_stored: 3 });
    expect(proof.differences).toEqual([changed, gone]);
  }
  await bringAll();
}
