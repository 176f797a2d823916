import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tributary } from "../support/command-line.ts";
import { sendEvents, waitUntilLoaded } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const LARGE = "9007199254740993123";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const time = Date.now() - 10_000;
  await sendEvents(
    server,
    `[{"event":"Buy","properties":{"time":${time},"distinct_id":"ana","$insert_id":"i1","sku":"a","order":${LARGE}}}]`,
  );
  const { token } = (await server.call("GET", "projects/1")).body.results;
  await fetch(`${server.url}/engage`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: `[{"$token":"${token}","$distinct_id":"ana","$set":{"account":${LARGE}}}]`,
  });
  await waitUntilLoaded(server);
});
afterAll(() => server.close());

const run = (...args: string[]) => tributary(args, { DATA_DIR: server.dataFolder });

test.each([
  [["profile", "show", "ana"]],
  [["person", "events", "ana"]],
  [["event", "values", "--property", "order"]],
])("%j prints whole numbers digit by digit, as a table and as JSON", async (args) => {
  for (const more of [[], ["--json"]]) {
    const { code, stdout, stderr } = await run(...args, ...more);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(LARGE);
  }
});

test("a lookup table is mapped by its command", async () => {
  const made = await run("lookup-table", "create", "--name", "Products", "--json");
  const { id } = JSON.parse(made.stdout);
  const mapped = await run("lookup-table", "map", id, "--event-properties", "sku", "--json");
  expect({ code: mapped.code, stderr: mapped.stderr }).toEqual({ code: 0, stderr: "" });
  const list = JSON.parse((await run("lookup-table", "list", "--json")).stdout);
  expect(list[0]).toMatchObject({ id, mappings: [{ subject: "event", property: "sku" }] });
});

test("an erasure may be told to discard what is damaged", async () => {
  const made = await run("erasure", "create", "--ids", "nobody-1", "--discard-damaged", "--json");
  expect({ code: made.code, stderr: made.stderr }).toEqual({ code: 0, stderr: "" });
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  const { rows } = await client.query("select discards_damaged from erasure where id = $1", [
    JSON.parse(made.stdout).id,
  ]);
  await client.end();
  expect(rows).toEqual([{ discards_damaged: true }]);
});
