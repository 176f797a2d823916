import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgres14 } from "../support/postgres-14.ts";
import { createDatabase, startTestServer } from "../support/test-server.ts";

describe("Postgres 14 by DATABASE_URL", () => {
  let postgres: Awaited<ReturnType<typeof startPostgres14>>;
  beforeAll(async () => {
    postgres = await startPostgres14();
  });
  afterAll(() => postgres?.close());

  test("the server makes its tables, does its work and finds it again after a restart", async () => {
    const first = await startTestServer({ databaseUrl: postgres.url });
    const made = await first.call("POST", "organizations/1/projects", {
      as: first.operator,
      body: { name: "On 14" },
    });
    expect(made.status).toBe(201);
    expect((await first.call("GET", "jobs", { as: first.operator })).status).toBe(200);
    await first.close();
    const second = await startTestServer({ databaseUrl: postgres.url });
    const found = await second.call("GET", `projects/${made.body.results.id}`, { as: second.operator });
    expect(found.body.results.name).toBe("On 14");
    await second.close();
  });
});

describe("a control database that does not fit", () => {
  test("one written by a newer version is refused by name", async () => {
    const url = await createDatabase("tributary_template");
    await run(url, "insert into schema_step (name, digest) values ('9999_future_things.sql', 'x')");
    await expect(startTestServer({ databaseUrl: url })).rejects.toThrow("9999_future_things.sql");
  });

  test("a step in another wording is refused by name", async () => {
    const url = await createDatabase("tributary_template");
    await run(url, "update schema_step set digest = 'other'");
    await expect(startTestServer({ databaseUrl: url })).rejects.toThrow("0001_projects_accounts.sql");
  });

  test("one that holds tables of somebody else is refused with a sentence", async () => {
    const url = await createDatabase("template1");
    await run(url, "create table project (id int)");
    await expect(startTestServer({ databaseUrl: url })).rejects.toThrow("a database of its own");
  });

  async function run(url: string, statement: string): Promise<void> {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(statement);
    await client.end();
  }
});
