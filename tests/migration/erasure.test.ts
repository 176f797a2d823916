import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reply } from "../../demo/origin/amplitude-server.ts";
import { vendorEvent } from "../../demo/origin/vendor-events.ts";
import { DAY, HOUR_MS, startMigration } from "./support/start-migration.ts";

let started: Awaited<ReturnType<typeof startMigration>>;
beforeAll(async () => {
  started = await startMigration();
});
afterAll(() => started?.close());

test("an erasure reaches what a migration that waits has gathered of a person", async () => {
  const { vendor, server, migrate } = started;
  vendor.events = [
    vendorEvent(DAY),
    vendorEvent(DAY + HOUR_MS, { user_id: "ben@example.com", device_id: "d2" }),
  ];
  vendor.fault = ({ start, end }, answer) => {
    if (start === end || !start.startsWith("20260111")) return false;
    reply(answer, 403);
    return true;
  };
  expect((await migrate()).body.results.state).toBe("failed");
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  const kept = async () =>
    (await client.query("select user_id from migration_profile order by 1")).rows.map(
      ({ user_id }) => user_id,
    );
  expect(await kept()).toEqual(["ana@example.com", "ben@example.com"]);
  const asked = await server.call("POST", "projects/1/erasures", {
    body: { distinct_ids: ["ana@example.com"] },
  });
  const look = async () =>
    (await server.call("GET", `projects/1/erasures/${asked.body.results.id}`)).body.results.status;
  await expect.poll(look, { timeout: 30_000 }).toBe("done");
  expect(await kept()).toEqual(["ben@example.com"]);
  await client.end();
});
