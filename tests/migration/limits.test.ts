import { afterEach, expect, test } from "vitest";
import { KEY, reply, SECRET } from "../../demo/origin/amplitude-server.ts";
import { vendorEvent } from "../../demo/origin/vendor-events.ts";
import { exportLines } from "../support/events.ts";
import { DAY, HOUR_MS, startMigration } from "./support/start-migration.ts";

let started: Awaited<ReturnType<typeof startMigration>>;
afterEach(() => started?.close());

const start = async (mode: "pause" | "refuse") => {
  started = await startMigration({ config: { MIGRATION_LIMIT_MODE: mode, MIGRATION_MAX_EVENTS: 12 } });
  started.vendor.events = Array.from({ length: 48 }, (_, hour) => vendorEvent(DAY + hour * HOUR_MS));
  return started;
};

test("too many are refused before anything is loaded, also when a day is too much for one file", async () => {
  const { vendor, server, migrate } = await start("refuse");
  vendor.fault = ({ start: from, end }, answer) => {
    if (from.slice(0, 8) !== end.slice(0, 8) || !from.endsWith("T00") || !end.endsWith("T23")) return false;
    reply(answer, 400);
    return true;
  };
  expect(await migrate()).toMatchObject({ status: 422, body: { type: "over_limit" } });
  expect(await exportLines(server)).toEqual([]);
  const all = (await migrate({ ALLOW_OVER_LIMIT: true })).body.results;
  expect(all).toMatchObject({ state: "completed", over_limit: true, events: { loaded: 48 } });
});

test("at the limit it pauses, and goes on when told to", async () => {
  const { server, migrate } = await start("pause");
  const { job_id, state, events } = (await migrate()).body.results;
  expect({ state, events }).toMatchObject({
    state: "paused_over_limit",
    events: { exported: 24, loaded: 24, in_flight: 0 },
  });
  await server.call("POST", `/migrate/jobs/${job_id}/resume`, {
    body: { ALLOW_OVER_LIMIT: true },
  });
  const look = async () => (await server.call("GET", `/migrate/jobs/${job_id}`)).body.results;
  await expect.poll(async () => (await look()).state, { timeout: 20_000 }).toBe("completed");
  expect((await look()).events).toMatchObject({ exported: 48, loaded: 48, duplicates: 0 });
});

test("several projects at once; one that is deleted meanwhile, and a listener who goes away, stop nothing", async () => {
  started = await startMigration();
  const { vendor, server } = started;
  vendor.events = Array.from({ length: 48 }, (_, hour) => vendorEvent(DAY + hour * HOUR_MS));
  const made = await server.call("POST", "organizations/1/projects", { body: { name: "Other" } });
  const { id, token } = made.body.results;
  const send = (projectToken: string, signal: AbortSignal | null = null) =>
    fetch(`${server.url}/migrate/amplitude`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/x-ndjson" },
      body: JSON.stringify({
        SOURCE_API_KEY: KEY,
        SOURCE_API_SECRET: SECRET,
        PROJECT_TOKEN: projectToken,
        START_DATE: "2026-01-10",
        END_DATE: "2026-01-11",
      }),
      signal,
    });
  const leaving = new AbortController();
  const [own, other] = await Promise.all([send(vendor.token, leaving.signal), send(token)]);
  const first = new TextDecoder().decode((await own.body?.getReader().read())?.value).split("\n")[0] ?? "";
  leaving.abort();
  await server.call("DELETE", `projects/${id}`);
  const lines = (await other.text()).trim().split("\n");
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ state: "completed", events: { loaded: 48 } });
  const { job_id } = JSON.parse(first);
  const look = async () => (await server.call("GET", `/migrate/jobs/${job_id}`)).body.results;
  await expect.poll(async () => (await look()).state, { timeout: 20_000 }).toBe("completed");
  expect(await exportLines(server)).toHaveLength(48);
});
