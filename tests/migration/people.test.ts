import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { afterAll, expect, test } from "vitest";
import { migrationPeople } from "../../src/migration/index.ts";
import type { ControlTables } from "../../src/platform/control-db/index.ts";
import { TEMPLATE } from "../support/test-config.ts";
import { createDatabase } from "../support/test-server.ts";

const pool = new Pool({ connectionString: await createDatabase(TEMPLATE) });
const db = new Kysely<ControlTables>({ dialect: new PostgresDialect({ pool }) });
const people = migrationPeople(db);
afterAll(() => db.destroy());

async function addJob(id: string): Promise<void> {
  const at = new Date(0);
  await db
    .insertInto("migration_job")
    .values({
      ...{ id, project_id: 1, tool: "amplitude", state: "running", dry_run: false, region: "US" },
      ...{ range_from: at, range_before: at, options: "{}", origin_url: "", fingerprint: id },
      ...{ warnings: "[]", requested_by: "" },
    })
    .execute();
}

const person = (userId: string, asOfMs: number, properties: object) => ({
  ...{ userId, asOfMs, createdMs: null },
  properties: JSON.stringify(properties),
});

test("persons of a job come page by page in the order of their ids, and none of another's", async () => {
  for (const id of ["a", "b", "c"]) await addJob(id);
  const odd = { text: 'quotes " and \\ and \u0001 and {,}', none: null, list: [1, ["x"]], "\u0001": "" };
  const own = Array.from({ length: 2500 }, (_, n) => person(`user ${n}`, n, n % 2 ? odd : {}));
  await people.put("b", own);
  await people.put("a", [person("z", 1, {})]);
  await people.put("c", [person("", 1, {}), person("a", 1, {})]);
  const seen = [];
  for (let after = ""; ; ) {
    const page = await people.page("b", after, 1000);
    if (page.length === 0) break;
    expect(page.length).toBeLessThanOrEqual(1000);
    seen.push(...page);
    after = page.at(-1)?.userId ?? "";
  }
  expect(seen).toEqual(own.toSorted((one, other) => (one.userId < other.userId ? -1 : 1)));
  expect((await people.find("b", ["user 1"])).get("user 1")?.properties).toEqual(odd);
});

test("what is as of later stands, and the earliest moment of creation", async () => {
  await addJob("d");
  await people.put("d", [{ ...person("ana", 5, { n: 5 }), createdMs: 3 }]);
  await people.put("d", [{ ...person("ana", 4, { n: 4 }), createdMs: 2 }]);
  const before = { userId: "ana", asOfMs: 5, createdMs: 2, properties: '{"n":5}' };
  expect(await people.page("d", "", 10)).toEqual([before]);
  await people.put("d", [person("ana", 6, { m: 6 })]);
  expect(await people.page("d", "", 10)).toEqual([{ ...before, asOfMs: 6, properties: '{"m":6}' }]);
});
