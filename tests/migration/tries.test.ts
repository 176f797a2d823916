import { afterEach, beforeEach, expect, test } from "vitest";
import { reply } from "../../demo/origin/amplitude-server.ts";
import { vendorEvent } from "../../demo/origin/vendor-events.ts";
import { askDatabase } from "../support/profiles.ts";
import { DAY, HOUR_MS, startMigration } from "./support/start-migration.ts";

let { vendor, server, migrate, close } = {} as Awaited<ReturnType<typeof startMigration>>;

const EVENTS = 2_400;
const eventsOf = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    vendorEvent(DAY + HOUR_MS + index * 100, { user_id: `user-${index % 100}` }),
  );
const STEP = { $add: { orders: 1 }, $append: { seen: "x" } };
const stepOf = (user_id: string) =>
  vendorEvent(DAY + 20 * HOUR_MS, { event_type: "$identify", user_id, user_properties: STEP });

beforeEach(async () => {
  ({ vendor, server, migrate, close } = await startMigration());
  vendor.events = [...eventsOf(EVENTS), stepOf("user-1")];
});
afterEach(() => close());

const inDatabase = (text: string) => askDatabase(server.databaseUrl, text);

/** Postgres does this to the n-th row in which `column` of `table` is told something. */
const onWord = (table: string, column: string, does: string) =>
  inDatabase(`
    create sequence ${column}_words;
    create function on_${column}() returns trigger language plpgsql as $$ declare n bigint; begin
      if new.${column} is not null and new.${column}::text <> '0' then
        n := nextval('${column}_words');
        ${does};
      end if;
      return new;
    end $$;
    create trigger on_${column} before update of ${column} on ${table} for each row execute function on_${column}()`);
const refuseWhen = (condition: string) => `if ${condition} then raise exception 'not now'; end if`;
/** A word of progress is said in the middle of a day, and at its end. */
const onProgress = (does: string) => onWord("migration_job", "progress", does);

const start = async () => (await migrate({}, "?wait=0")).body.results.job_id as string;
const view = async (id: string) => (await server.call("GET", `/migrate/jobs/${id}`)).body.results;
const untilState = (id: string, state: string) =>
  expect.poll(() => view(id), { timeout: 40_000 }).toMatchObject({ state });
const untilTried = (id: string) =>
  expect
    .poll(() => view(id), { timeout: 20_000 })
    .toMatchObject({
      state: "running",
      errors: [{ slice: null, code: "tries_again" }],
      errors_total: 1,
    });
const resume = (id: string) => server.call("POST", `/migrate/jobs/${id}/resume`);
const lastTry = () =>
  inDatabase(
    "update pgboss.job_common set retry_count = 999 where name = 'migration.run' and state = 'retry' returning id",
  );

/** Whoever asks finds the store as the certificate says, and every line in it. */
async function expectCertified(id: string): Promise<Record<string, number>> {
  const { totals } = (await server.call("GET", `/migrate/jobs/${id}/certificate`)).body.results;
  const notTaken = Object.values(totals.not_taken as Record<string, number>);
  expect(totals.duplicates).toBeGreaterThanOrEqual(0);
  expect(totals.exported).toBe(totals.stored + totals.duplicates + notTaken.reduce((a, b) => a + b, 0));
  const { events } = await view(id);
  expect(events).toMatchObject({ exported: totals.exported, loaded: totals.stored, in_flight: 0 });
  const verified = await server.call("POST", `/migrate/jobs/${id}/verify`);
  expect(verified.body.results).toMatchObject({ verified: true, differences: [] });
  return totals;
}

async function expectStepTakenOnce(): Promise<void> {
  const [row] = await inDatabase("select properties::text as text from profile where id = 'user-1'");
  expect(JSON.parse(String(row?.text))).toMatchObject({ orders: 1, seen: ["x"] });
}

test("one that cannot go on says so while it tries again, and no more once it can; nothing is doubled", async () => {
  const held: (() => void)[] = [];
  vendor.fault = ({ start: from, end }, answer) => {
    if (!from.startsWith("20260111") || from === end) return false;
    held.push(() => reply(answer, 404));
    return true;
  };
  await onProgress(refuseWhen("n in (1, 2)"));
  const id = await start();
  await untilTried(id);
  await expect.poll(() => view(id), { timeout: 40_000 }).toMatchObject({ slices: { done: 1 } });
  expect(await view(id)).toMatchObject({ state: "running", errors: [], errors_total: 0 });
  vendor.fault = null;
  for (const answer of held) answer();
  await untilState(id, "completed");
  expect(await expectCertified(id)).toMatchObject({ stored: EVENTS, duplicates: 0 });
  await expectStepTakenOnce();
});

test("paused in the middle of a day and resumed, no step of a person is taken twice, and nothing counted", async () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`property ${index}`, index]));
  vendor.events.unshift(vendorEvent(DAY + HOUR_MS, { user_properties: many }));
  await onProgress("if n = 1 then new.wish := 'pause'; end if");
  const id = await start();
  await untilState(id, "paused");
  expect([200, 202]).toContain((await resume(id)).status);
  await untilState(id, "completed");
  expect(await expectCertified(id)).toMatchObject({ stored: EVENTS + 1, duplicates: 0 });
  await expectStepTakenOnce();
  expect((await view(id)).warnings).toContain("properties_truncated: 1");
});

test("paused, resumed and cancelled at once, it keeps a certificate of what it had loaded", async () => {
  await onProgress("if n = 1 then new.wish := 'pause'; end if");
  const id = await start();
  await untilState(id, "paused");
  const { stored } = await expectCertified(id);
  expect(stored).toBeGreaterThan(0);
  await resume(id);
  expect([200, 202]).toContain((await server.call("DELETE", `/migrate/jobs/${id}`)).status);
  await untilState(id, "cancelled");
  expect((await expectCertified(id)).stored).toBeGreaterThanOrEqual(stored ?? 0);
});

test("cancelled while it cannot go on, it is certified with what came of the day that broke off", async () => {
  await onProgress(refuseWhen("true"));
  const id = await start();
  await untilTried(id);
  expect((await server.call("DELETE", `/migrate/jobs/${id}`)).status).toBe(202);
  await untilState(id, "cancelled");
  expect((await view(id)).errors).toEqual([]);
  expect((await expectCertified(id)).stored).toBeGreaterThan(0);
});

test("cancelled when the end of a day cannot be noted, it is certified with all of that day", async () => {
  await onWord("migration_slice", "exported", refuseWhen("true"));
  const id = await start();
  await untilTried(id);
  expect((await server.call("DELETE", `/migrate/jobs/${id}`)).status).toBe(202);
  await untilState(id, "cancelled");
  expect(await expectCertified(id)).toMatchObject({ stored: EVENTS, duplicates: 0 });
});

test("a second try that comes less far than the first takes nothing away from the certificate", async () => {
  vendor.events = eventsOf(30_000);
  await onProgress(`${refuseWhen("n = 2")}; if n = 3 then new.wish := 'cancel'; end if`);
  const id = await start();
  await untilState(id, "cancelled");
  expect((await expectCertified(id)).stored).toBeGreaterThan(0);
});

test("after its last try it has failed, can be resumed with the credentials, and taken back", async () => {
  await onProgress(refuseWhen("true"));
  const id = await start();
  await untilTried(id);
  await expect.poll(lastTry, { timeout: 20_000 }).toHaveLength(1);
  await untilState(id, "failed");
  expect(await view(id)).toMatchObject({ errors: [{ code: "internal_error" }], errors_total: 1 });
  expect((await expectCertified(id)).stored).toBeGreaterThan(0);
  expect(await resume(id)).toMatchObject({ status: 400, body: { field: "SOURCE_API_KEY" } });
  expect([200, 202]).toContain((await server.call("POST", `/migrate/jobs/${id}/rollback`)).status);
  await untilState(id, "rolled_back");
  expect((await view(id)).errors).toEqual([]);
});

test("after its last try it has failed even when it cannot be certified", async () => {
  await onProgress(refuseWhen("true"));
  await onWord("migration_job", "certificate", refuseWhen("true"));
  const id = await start();
  await untilTried(id);
  await expect.poll(lastTry, { timeout: 20_000 }).toHaveLength(1);
  await untilState(id, "failed");
  expect(await view(id)).toMatchObject({ errors: [{ code: "internal_error" }] });
});
