import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { KEY, SECRET } from "../../demo/origin/amplitude-server.ts";
import { vendorEvent } from "../../demo/origin/vendor-events.ts";
import { exportLines } from "../support/events.ts";
import { DAY, HOUR_MS, startMigration } from "./support/start-migration.ts";

let started: Awaited<ReturnType<typeof startMigration>>;
beforeAll(async () => {
  started = await startMigration();
});
afterAll(() => started?.close());

const complete = (more: Record<string, unknown> = {}) => ({
  SOURCE_API_KEY: KEY,
  SOURCE_API_SECRET: SECRET,
  PROJECT_TOKEN: started.vendor.token,
  START_DATE: "2026-01-10",
  END_DATE: "2026-01-11",
  ...more,
});
const send = (body: unknown, path = "/migrate/amplitude", headers = {}) =>
  started.server.call("POST", path, { as: null, body, headers });

test.each([
  [{ SOURCE_API_KEY: undefined }, "SOURCE_API_KEY"],
  [{ SOURCE_API_KEY: "  " }, "SOURCE_API_KEY"],
  [{ SOURCE_API_KEY: 5 }, "SOURCE_API_KEY"],
  [{ SOURCE_API_KEY: "k".repeat(513) }, "SOURCE_API_KEY"],
  [{ SOURCE_API_SECRET: undefined }, "SOURCE_API_SECRET"],
  [{ PROJECT_TOKEN: null }, "PROJECT_TOKEN"],
  [{ START_DATE: "2026-02-30" }, "START_DATE"],
  [{ START_DATE: "10.01.2026" }, "START_DATE"],
  [{ START_DATE: 20_260_110 }, "START_DATE"],
  [{ START_DATE: "2026-01-12" }, "START_DATE"],
  [{ START_DATE: "2999-01-01", END_DATE: undefined }, "START_DATE"],
  [{ END_DATE: "2026-13-01" }, "END_DATE"],
  [{ DRY_RUN: "yes" }, "DRY_RUN"],
  [{ REGION: "MOON" }, "REGION"],
  [{ EVENTS_ONLY: true, PROFILES_ONLY: true }, "PROFILES_ONLY"],
  [{ USER_ID_PROPERTY: "" }, "USER_ID_PROPERTY"],
])("%j is refused, and the field is named", async (more, field) => {
  const { status, body } = await send(complete(more));
  expect({ status, field: body.field, type: body.type }).toEqual({
    status: 400,
    field,
    type: "validation_error",
  });
  expect(body.error).toContain(field);
});

test("a wrong tool, token, key, type and body each have their answer", async () => {
  const answers = await Promise.all([
    send(complete(), "/migrate/heap"),
    send(complete({ PROJECT_TOKEN: "0".repeat(32) })),
    send(complete({ SOURCE_API_SECRET: "wrong" })),
    send("{", "/migrate/amplitude", { "content-type": "text/plain" }),
    send("{"),
    send([]),
    send({ pad: "x".repeat(70_000) }),
    started.server.call("GET", "/migrate/amplitude", { as: null }),
    started.server.call("GET", "/migrate/jobs/00ff"),
  ]);
  expect(answers.map(({ status, body }) => [status, body.type])).toEqual([
    [404, "unknown_source_tool"],
    [401, "invalid_project_token"],
    [401, "source_unauthorized"],
    [415, "unsupported_media_type"],
    [400, "validation_error"],
    [400, "validation_error"],
    [413, expect.any(String)],
    [405, expect.any(String)],
    [404, "unknown_job"],
  ]);
  expect(answers[0]?.body.error).toContain("amplitude, mixpanel");
  expect(JSON.stringify(answers)).not.toContain("wrong");
});

test("without dates the last thirty days are asked for, to the hour, up to three hours ago", async () => {
  started.vendor.asked.length = 0;
  const before = Date.now();
  const { body } = await send(complete({ START_DATE: undefined, END_DATE: undefined, DRY_RUN: "true" }));
  expect(body.results.state).toBe("completed");
  const hours = started.vendor.asked
    .slice(1)
    .flatMap(({ start, end }) => [start, end])
    .sort();
  const text = (ms: number) => new Date(ms).toISOString().slice(0, 13).replaceAll("-", "");
  expect(hours[0]).toBe(text(before - 30 * 24 * HOUR_MS));
  expect(hours.at(-1)).toBe(text(before - 4 * HOUR_MS));
});

test("aliases and unknown fields are taken, the secret is told to nobody and erased at the end", async () => {
  started.vendor.events = [vendorEvent(DAY)];
  const { body } = await send({
    AMPLITUDE_API_KEY: ` ${KEY} `,
    AMPLITUDE_API_SECRET: SECRET,
    MIXPANEL_TOKEN: started.vendor.token,
    START_DATE: "2026-01-10",
    END_DATE: "2026-01-10",
    REGION: "eu",
    COLOUR: "blue",
  });
  expect(body.results).toMatchObject({ state: "completed", warnings: [expect.stringContaining("COLOUR")] });
  expect(JSON.stringify(body)).not.toContain(SECRET);
  const client = new Client({ connectionString: started.server.databaseUrl });
  await client.connect();
  const { rows } = await client.query("select * from migration_job");
  await client.end();
  expect(rows.every(({ credentials }) => credentials === null)).toBe(true);
  expect(JSON.stringify(rows)).not.toContain(SECRET);
  const scratch = await readdir(join(started.server.dataFolder, "store", "scratch"), { recursive: true });
  expect(scratch.filter((name) => name.includes("migration"))).toEqual([]);
  const journal = await readFile(join(started.server.dataFolder, "server.json"), "utf8");
  expect(journal).not.toContain(SECRET);
});

test("the migrations of a project are listed page by page", async () => {
  const { job_id } = (await send(complete())).body.results;
  const { call } = started.server;
  const list = await call("GET", "/migrate/jobs?project_id=1&limit=1");
  expect(list.body.results.jobs).toMatchObject([{ job_id }]);
  expect(list.body.results.next).not.toBeNull();
  expect((await call("GET", "/migrate/jobs?project_id=1&limit=0")).status).toBe(400);
  expect((await call("GET", "/migrate", { as: null })).body.results.source_tools).toMatchObject([
    { tool: "amplitude" },
    { tool: "mixpanel" },
  ]);
});

test("a migration that goes on is answered with 202, the same request with the same one, another with 409; it can be paused and go on", async () => {
  started.vendor.events = [vendorEvent(DAY), vendorEvent(DAY + 30 * HOUR_MS)];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  started.vendor.fault = ({ start, end }, answer) => {
    if (start === end) return false;
    void held.then(() => answer.writeHead(503, { "retry-after": "0" }).end());
    return true;
  };
  const first = await send(complete({ START_DATE: "2026-01-09" }), "/migrate/amplitude?wait=0");
  expect(first).toMatchObject({
    status: 202,
    body: { results: { message: expect.stringContaining("check progress") } },
  });
  expect(first.headers.get("location")).toBe(first.body.results.progress_url);
  const { job_id } = first.body.results;
  const same = await send(complete({ START_DATE: "2026-01-09" }), "/migrate/amplitude?wait=0");
  expect(same.body.results.job_id).toBe(job_id);
  expect(await send(complete(), "/migrate/amplitude?wait=0")).toMatchObject({
    status: 409,
    body: { type: "migration_running", job_id },
  });
  await started.server.call("POST", `/migrate/jobs/${job_id}/pause`);
  started.vendor.fault = null;
  release();
  const state = async () => (await started.server.call("GET", `/migrate/jobs/${job_id}`)).body.results.state;
  await expect.poll(state, { timeout: 20_000 }).toBe("paused");
  await started.server.call("POST", `/migrate/jobs/${job_id}/resume`);
  await expect.poll(state, { timeout: 20_000 }).toBe("completed");
  expect((await exportLines(started.server)).length).toBeGreaterThan(2);
});

test("progress comes as lines when asked for, the last one is the end", async () => {
  const response = await fetch(`${started.server.url}/migrate/amplitude`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/x-ndjson" },
    body: JSON.stringify(complete()),
  });
  const lines = (await response.text()).trim().split("\n");
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ state: "completed", percent: 100 });
});

test("a dry run plans: days, events, properties with their types, size, and what it does to this month", async () => {
  started.vendor.events = [
    vendorEvent(DAY, { event_type: "Planned", event_properties: { amount: 5 } }),
    vendorEvent(DAY + 25 * HOUR_MS, { event_type: "Planned", event_properties: { amount: "five" } }),
  ];
  const { body } = await send(complete({ DRY_RUN: true }));
  const { plan, events, job_id } = body.results;
  expect(events).toMatchObject({ would_load: 2, loaded: 0 });
  expect(plan.by_day).toEqual([
    { day: "2026-01-10", events: 1 },
    { day: "2026-01-11", events: 1 },
  ]);
  expect(plan.by_event).toEqual([{ event: "Planned", events: 2 }]);
  expect(plan.properties).toContainEqual({
    event: "Planned",
    property: "amount",
    types: { number: 1, string: 1 },
  });
  expect(plan.exported_bytes).toBeGreaterThan(500);
  // The token is public: what the project has received so far is for its admins.
  expect(plan).not.toHaveProperty("usage_this_month");
  const { usage_this_month: usage } = (await started.server.call("GET", `/migrate/jobs/${job_id}`)).body
    .results.plan;
  expect(usage.after - usage.before).toBe(2);
});
