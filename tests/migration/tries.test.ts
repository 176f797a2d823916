import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { vendorEvent } from "../../demo/origin/vendor-events.ts";
import { DAY, HOUR_MS, startMigration } from "./support/start-migration.ts";

let { vendor, server, migrate, close } = {} as Awaited<ReturnType<typeof startMigration>>;

const EVENTS = 2_400;

/** Postgres refuses the first word of each of the first two tries, which is said in the middle of a day. */
const REFUSES = `
  create sequence words;
  create function refuse() returns trigger language plpgsql as $$ begin
    if new.progress is not null and nextval('words') in (1, 3) then raise exception 'not now'; end if;
    return new;
  end $$;
  create trigger refuse before update of progress on migration_job for each row execute function refuse()`;

beforeEach(async () => {
  ({ vendor, server, migrate, close } = await startMigration());
  vendor.events = Array.from({ length: EVENTS }, (_, second) =>
    vendorEvent(DAY + HOUR_MS + second * 1000, { user_id: `user-${second % 100}` }),
  );
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query(REFUSES);
  await client.end();
});
afterEach(() => close());

const start = async () => (await migrate({}, "?wait=0")).body.results.job_id as string;
const view = async (id: string) =>
  (await server.call("GET", `/migrate/jobs/${id}`, { as: null })).body.results;
const untilTried = (id: string) =>
  expect
    .poll(() => view(id), { timeout: 20_000 })
    .toMatchObject({
      state: "running",
      errors: [{ slice: null, code: "tries_again" }],
      errors_total: 1,
    });

test("a migration that cannot go on says so while it tries again, and no more once it can", async () => {
  const id = await start();
  await untilTried(id);
  await expect.poll(() => view(id), { timeout: 40_000 }).toMatchObject({ state: "completed" });
  expect(await view(id)).toMatchObject({
    events: { exported: EVENTS, loaded: EVENTS, duplicates: 0, in_flight: 0 },
    profiles: { loaded: 100 },
    errors: [],
    errors_total: 0,
  });
});

test("cancelled while it cannot go on, it is certified with what came of the day that broke off", async () => {
  const id = await start();
  await untilTried(id);
  expect((await server.call("DELETE", `/migrate/jobs/${id}`)).status).toBeLessThan(300);
  await expect.poll(() => view(id), { timeout: 40_000 }).toMatchObject({ state: "cancelled", errors: [] });
  const { events } = await view(id);
  expect(events.loaded).toBeGreaterThan(0);
  const { body } = await server.call("GET", `/migrate/jobs/${id}/certificate`);
  expect(body.results.totals).toMatchObject({ stored: events.loaded, exported: events.exported });
  const verified = await server.call("POST", `/migrate/jobs/${id}/verify`);
  expect(verified.body.results).toMatchObject({ verified: true, differences: [] });
});
