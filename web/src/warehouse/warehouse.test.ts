import { expect, test } from "vitest";
import { broughtWords } from "./import/brought-words.ts";
import { elapsedWords } from "./import/elapsed.ts";
import { reportSearch } from "./import/report-search.ts";
import { stateWords } from "./import-state.ts";
import type { Import, Source, WarehouseKind } from "./queries.ts";
import { formPresets, toChanges, toValues } from "./sources/source-values.ts";
import { tableName } from "./words.ts";

const HOUR_MS = 3_600_000;
const hourly = { state: "IDLE", run_every: HOUR_MS * 1_000_000, last_dispatch: 0 } as const;
const created = "2026-01-01T00:00:00.000Z";
const at = (hours: number) => Date.parse(created) + hours * HOUR_MS;

test("an import is overdue when twice its interval has passed without a run, and only while it should run", () => {
  expect(stateWords({ ...hourly, created }, at(1.9)).word).toBe("Active");
  expect(stateWords({ ...hourly, created }, at(2.1)).word).toBe("Overdue");
  expect(stateWords({ ...hourly, created, state: "PAUSED" }, at(9)).word).toBe("Paused by user");
  expect(stateWords({ ...hourly, created, run_every: 0 }, at(9)).word).toBe("Active");
});

test("each state has a word and an icon of its own", () => {
  const states = ["IDLE", "RUNNING", "PAUSED", "HELD", "ATTENTION", "COMPLETED", "DELETED"] as const;
  const words = states.map((state) => stateWords({ ...hourly, created, state }, at(1)));
  const overdue = stateWords({ ...hourly, created }, at(9));
  expect(new Set([...words, overdue].map(({ word }) => word)).size).toBe(8);
  expect(new Set([...words, overdue].map(({ icon }) => icon)).size).toBe(8);
});

test("a report of an import covers the project's days of its events, in periods that a chart shows well", () => {
  const one = { job_id: "job-1" } as Import;
  const stored = { events: 2, from: "2021-03-01T23:30:00.000Z", to: "2021-03-10T12:00:00.000Z" };
  expect(reportSearch(one, stored, "Europe/Paris", "run-1")?.q).toMatchObject({
    time_frame: { from: "2021-03-02", to: "2021-03-10" },
    unit: "day",
    filters: {
      clauses: [
        { property: "$warehouse_import_job_id", operator: "equals", value: ["job-1"] },
        { property: "$warehouse_import_run_id", operator: "equals", value: ["run-1"] },
      ],
    },
  });
  expect(reportSearch(one, { events: 0, from: null, to: null }, "UTC")).toBeUndefined();
});

test("a table is named outermost first, whatever order its parts are kept in", () => {
  expect(tableName({ table: "orders", schema: "public" })).toBe("public.orders");
});

test("how long a run took", () => {
  expect(elapsedWords({ start_time: 0, end_time: 200_000 }, 0)).toBe("3 min 20 s");
  expect(elapsedWords({ start_time: null, end_time: null }, 0)).toBe("");
});

const field = (name: string, kind: "text" | "port" | "boolean", more: object = {}) => ({
  ...{ name, kind, required: false, secret: false, target: false, preset: null, choices: [], sentence: "" },
  ...more,
});
const kind = {
  fields: [
    ...[field("host", "text"), field("port", "port", { preset: 5432 }), field("secure", "boolean")],
    ...[field("password", "text", { secret: true }), field("ssl_ca", "text")],
  ],
} as unknown as WarehouseKind;

test("a form of a source sends what was filled in, and of one that is saved only what differs", () => {
  const form = { ...formPresets(kind, undefined), source_name: "Shop", host: "db" };
  expect(toValues(kind, form)).toEqual({ source_name: "Shop", host: "db", port: 5432, secure: false });
  const source = {
    ...{ source_name: "Shop", connection: { host: "db", port: 5432, secure: false, ssl_ca: "x" } },
    secrets_set: { password: true },
  } as unknown as Source;
  const changed = { ...formPresets(kind, source), port: "5433", ssl_ca: "" };
  expect(toChanges(kind, changed, source)).toEqual({ port: 5433, ssl_ca: null });
});

test("what a run brought is said by what became of rows", () => {
  const none = { rows_inserted: 0, rows_updated: 0, rows_deleted: 0, rows_failed: 0, rows_read: 1280 };
  const done = { ...none, status: "SUCCEEDED" as const, num_events_imported: 280 };
  expect(broughtWords({ ...done, rows_updated: 250, rows_deleted: 30 })).toBe("250 replaced · 30 taken back");
  expect(broughtWords({ ...done, rows_inserted: 1000, rows_failed: 2 })).toBe("1,000 added · 2 failed");
  expect(broughtWords(done)).toBe("280 imported");
  expect(broughtWords({ ...done, status: "RUNNING" })).toBe("1,280 read");
});
