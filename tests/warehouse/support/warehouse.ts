import { expect } from "vitest";
import { exportLines } from "../../support/events.ts";
import {
  type Answer,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from "../../support/test-server.ts";

export const SOURCES = "projects/1/warehouse-sources/sources";
export const IMPORTS = "projects/1/warehouse-sources/imports";

/** A server whose imports can be started as often as a test likes, and that loads without gathering first. */
export const startWarehouseServer = ({
  config,
  deps,
  ...more
}: TestServerOptions = {}): Promise<TestServer> =>
  startTestServer({
    ...more,
    config: { WAREHOUSE_SYNCS_PER_HOUR: 0, ...config },
    deps: { tuning: { loader: { gatherMs: 5, gatherMsMax: 10, bulkGatherMsMax: 10 } }, ...deps },
  });

export type RunRecord = {
  run_id: string;
  status: "RUNNING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
  phase: string;
  error: { code: string; hint: string; message: string } | null;
  warnings: { code: string; count: number; sample: string }[];
  num_events_imported: number | null;
} & Record<
  `rows_${"read" | "inserted" | "updated" | "unchanged" | "duplicate" | "skipped" | "failed" | "deleted"}`,
  number
>;

/** What a server says, which has to be ok. */
export async function results<Value>(answer: Promise<Answer>): Promise<Value> {
  const { status, body } = await answer;
  expect(body).toMatchObject({ status: "ok" });
  expect(status).toBe(200);
  return body.results;
}

export const createSource = (server: TestServer, body: Record<string, unknown>) =>
  results<{ id: number }>(server.call("POST", SOURCES, { body }));

/** Runs only when asked to, unless the body says otherwise. */
export const createImport = (server: TestServer, body: Record<string, unknown>) =>
  results<{ id: number; job_id: string }>(
    server.call("POST", `${IMPORTS}/event-stream`, {
      body: { import_type: "event_stream", run_every: 0, ...body },
    }),
  );

export async function startRun(server: TestServer, importId: number, body?: unknown): Promise<string> {
  const { run_id } = await results<{ run_id: string }>(
    server.call("PUT", `${IMPORTS}/${importId}/manual-sync`, body === undefined ? {} : { body }),
  );
  return run_id;
}

/** Its counters add up, whatever became of it. */
export async function endOfRun(server: TestServer, importId: number, runId: string): Promise<RunRecord> {
  for (;;) {
    const run = await results<RunRecord>(server.call("GET", `${IMPORTS}/${importId}/runs/${runId}`));
    if (run.status !== "RUNNING") {
      expect({ status: run.status, read: countedRows(run) }).toEqual({
        status: run.status,
        read: run.rows_read,
      });
      return run;
    }
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

const countedRows = (run: RunRecord): number =>
  run.rows_inserted +
  run.rows_updated +
  run.rows_unchanged +
  run.rows_duplicate +
  run.rows_skipped +
  run.rows_failed;

/** One run, from the trigger to its end. */
export async function runImport(server: TestServer, importId: number, body?: unknown): Promise<RunRecord> {
  return await endOfRun(server, importId, await startRun(server, importId, body));
}

export type PlainEvent = { event: string; properties: Record<string, unknown> };

const LINEAGE = ["$import", "$source", "$insert_id", "mp_processing_time_ms"];

/** Everything in the project without what says where it came from, as sorted lines: a multiset that can be compared. */
export async function storedEvents(server: TestServer): Promise<string[]> {
  const lines = await exportLines(server);
  return lines.map((line) => canonical(JSON.parse(line))).sort();
}

export function canonical({ event, properties }: PlainEvent): string {
  const kept = Object.entries(properties).filter(
    ([name]) => !LINEAGE.includes(name) && !name.startsWith("$warehouse_") && !name.startsWith("mp_"),
  );
  return JSON.stringify([event, sorted(Object.fromEntries(kept))]);
}

/** Keys in order, all the way down. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
