import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { vendorEvent } from "../../demo/origin/vendor-events.ts";
import { slicesStore } from "../../src/migration/store/slices-store.ts";
import type { ControlTables } from "../../src/platform/control-db/index.ts";
import { FIRST_CREDENTIALS } from "../support/test-config.ts";
import { DAY, HOUR_MS, startMigration } from "./support/start-migration.ts";

let started: Awaited<ReturnType<typeof startMigration>>;
beforeAll(async () => {
  started = await startMigration();
  started.vendor.events = Array.from({ length: 30 }, (_, hour) =>
    vendorEvent(DAY + hour * HOUR_MS, hour === 3 ? { event_type: "" } : {}),
  );
});
afterAll(() => started?.close());

const audited = async () => {
  const { body } = await started.server.call("GET", "projects/1/audit-log?target_type=migration");
  return body.results.entries ?? body.results;
};

test("what is done to a migration, and by whom, stands in the audit log, without a secret", async () => {
  const { server, migrate } = started;
  const first = (await migrate()).body.results;
  expect(first).toMatchObject({ state: "completed", events: { loaded: 29, skipped: 1 } });
  const at = `/migrate/jobs/${first.job_id}`;
  expect((await server.call("POST", `${at}/rollback?wait=60`)).body.results.state).toBe("rolled_back");
  const refused = await server.call("POST", `${at}/pause`);
  expect(refused.status).toBe(409);
  const lines = await audited();
  const told = lines.map((line: Record<string, unknown>) => [
    line.action,
    line.target_id,
    line.principal_name,
  ]);
  expect(told).toEqual([
    ["migration.rolled_back", first.job_id, expect.not.stringContaining("token")],
    ["migration.started", first.job_id, "project token"],
  ]);
  expect(lines[1].after).toMatchObject({ source_tool: "amplitude", dry_run: false });
  expect(JSON.stringify(lines)).not.toMatch(/secret|api_key/i);
});

test("whoever has seen the state of a migration is told that nothing has changed", async () => {
  const { server, migrate } = started;
  const { job_id } = (await migrate({ DRY_RUN: true })).body.results;
  const url = `${server.url}/migrate/jobs/${job_id}`;
  const authorization = `Basic ${Buffer.from(FIRST_CREDENTIALS).toString("base64")}`;
  const seen = await fetch(url, { headers: { authorization } });
  const etag = seen.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[\w-]+"$/);
  const again = await fetch(url, { headers: { authorization, "if-none-match": `"other", ${etag}` } });
  expect({ status: again.status, text: await again.text() }).toEqual({ status: 304, text: "" });
  const other = await fetch(url, { headers: { authorization, "if-none-match": '"other"' } });
  expect(other.status).toBe(200);
});

test("days are UTC's, and where reports have others a warning says so", async () => {
  const { server, migrate } = started;
  const made = await server.call("POST", "organizations/1/projects", {
    body: { name: "Paris", timezone: "Europe/Paris" },
  });
  const there = (await migrate({ PROJECT_TOKEN: made.body.results.token, DRY_RUN: true })).body.results;
  expect(there.warnings).toEqual([expect.stringContaining("reports count days in Europe/Paris")]);
  expect((await migrate({ DRY_RUN: true })).body.results.warnings).toEqual([]);
});

test("details of a migration go when it is old; its counts and its certificate stay", async () => {
  const { server, migrate } = started;
  const { job_id } = (await migrate({ END_DATE: "2026-01-10" })).body.results;
  const look = async () => (await server.call("GET", `/migrate/jobs/${job_id}`)).body.results;
  const before = await look();
  expect(before.errors).toMatchObject([{ code: "event_type_missing" }]);
  const pool = new Pool({ connectionString: server.databaseUrl });
  const db = new Kysely<ControlTables>({ dialect: new PostgresDialect({ pool }) });
  try {
    expect(await slicesStore(db).forgetDetails(new Date(Date.now() - 60_000))).toBe(0);
    expect(await slicesStore(db).forgetDetails(new Date())).toBeGreaterThan(0);
    expect(await slicesStore(db).forgetDetails(new Date())).toBe(0);
  } finally {
    await db.destroy();
  }
  const after = await look();
  expect(after).toMatchObject({ events: before.events, slices: before.slices, errors: [] });
  const certificate = await server.call("GET", `/migrate/jobs/${job_id}/certificate`);
  expect(certificate.body.results.totals).toMatchObject({ exported: 24 });
});
