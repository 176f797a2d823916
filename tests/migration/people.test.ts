import { Kysely, PostgresDialect, sql } from "kysely";
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

async function addJob(id: string, projectId = 1): Promise<void> {
  const at = new Date(0);
  await db
    .insertInto("migration_job")
    .values({
      ...{ id, project_id: projectId, tool: "amplitude", state: "running", dry_run: false, region: "US" },
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
  const long = { text: "x".repeat(10_000) };
  const own = Array.from({ length: 6500 }, (_, n) =>
    person(`user ${(n * 7) % 6500}`, n, n % 2 ? odd : n < 500 ? long : {}),
  );
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
  expect((await people.find("b", ["user 7"])).get("user 7")?.properties).toEqual(odd);
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

const idsOf = async () =>
  (await db.selectFrom("migration_profile").select(["job_id", "user_id"]).execute())
    .filter(({ job_id }) => job_id.startsWith("gone"))
    .map(({ job_id, user_id }) => `${job_id} ${user_id}`)
    .sort();

test("persons go with their job, and those of another job stay", async () => {
  for (const id of ["gone 1", "gone 2", "gone 3"]) {
    await addJob(id);
    await people.put(id, [person("ana", 1, {}), person("ben", 1, {})]);
  }
  await db.deleteFrom("migration_job").where("id", "in", ["gone 1", "gone 3"]).execute();
  expect(await idsOf()).toEqual(["gone 2 ana", "gone 2 ben"]);
  await db.deleteFrom("migration_job").where("id", "=", "gone 2").execute();
  expect(await idsOf()).toEqual([]);
});

test("persons go with the project", async () => {
  const { id } = await db
    .insertInto("project")
    .values((of) => ({
      ...{
        name: "Gone",
        token: "a".repeat(32),
        api_key: "b".repeat(32),
        timezone: "UTC",
        region: "us" as const,
      },
      organization_id: of.selectFrom("project").select("organization_id").where("id", "=", 1),
    }))
    .returning("id")
    .executeTakeFirstOrThrow();
  await addJob("gone 4", id);
  await people.put("gone 4", [person("ana", 1, {})]);
  await db.deleteFrom("project").where("id", "=", id).execute();
  expect(await idsOf()).toEqual([]);
});

test("nothing is kept of persons for a job that is gone", async () => {
  await expect(people.put("gone 5", [person("ana", 1, {})])).rejects.toThrow("no migration gone 5");
  expect(await idsOf()).toEqual([]);
});

test("whoever takes a job away waits for persons that are being written, and takes them too", async () => {
  await addJob("gone 6");
  const written = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const writing = db.transaction().execute(async (tx) => {
    await migrationPeople(tx).put("gone 6", [person("ana", 1, {})]);
    written.resolve();
    await mayEnd.promise;
  });
  await written.promise;
  const removing = db.deleteFrom("migration_job").where("id", "=", "gone 6").execute();
  const waiting = async () => {
    const { rows } = await sql<{ query: string }>`select query from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
    return rows;
  };
  await expect.poll(waiting).toMatchObject([{ query: expect.stringContaining("migration_job") }]);
  mayEnd.resolve();
  await Promise.all([writing, removing]);
  expect(await idsOf()).toEqual([]);
});

test("a change of a job does not wait for persons that are being written", async () => {
  await addJob("e");
  await db.transaction().execute(async (tx) => {
    await migrationPeople(tx).put("e", [person("ana", 1, {})]);
    const changed = await db
      .updateTable("migration_job")
      .set({ wish: "pause" })
      .where("id", "=", "e")
      .executeTakeFirst();
    expect(changed.numUpdatedRows).toBe(1n);
  });
});
