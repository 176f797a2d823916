import { afterAll, beforeAll, expect, test } from "vitest";
import type { Question } from "../../src/events/index.ts";
import { type ReportsServer, startReports } from "./support.ts";

/** Questions that the store is at, and what became of them. */
const asked: { question: Question; outcome: Promise<unknown> }[] = [];
/** Takes minutes, unless it is stopped. */
const ENDLESS = "select count(*) from range(100000000000) t(i) where hash(i) = 1";
let endless = true;

let server: ReportsServer;
beforeAll(async () => {
  server = await startReports({
    reportTimeoutMs: 60_000,
    store: {
      query: (projectId, question) => {
        const slow = endless ? { ...question, sql: ENDLESS, params: [] } : question;
        const outcome = server.store.query(projectId, slow);
        asked.push({ question, outcome });
        return outcome;
      },
    },
  });
});
afterAll(() => server.close());

const body = JSON.stringify({
  version: 1,
  kind: "segmentation",
  events: [{ event: "Purchase" }],
  time_frame: { from: "2026-06-01", to: "2026-06-02" },
});
const headers = { authorization: "right", "content-type": "application/json" };
const DAYS = "project_id=7&event=Purchase&from_date=2026-06-01&to_date=2026-06-02";

const CALLS: [string, (signal: AbortSignal) => Promise<Response>][] = [
  [
    "a report",
    (signal) =>
      fetch(`${server.url}/api/app/projects/7/reports/query`, { method: "POST", headers, body, signal }),
  ],
  [
    "a search",
    (signal) =>
      fetch(`${server.url}/api/app/projects/7/events/search`, {
        method: "POST",
        headers,
        body: "{}",
        signal,
      }),
  ],
  ["a call of the query API", (signal) => server.get(`/api/query/segmentation?${DAYS}`, {}, { signal })],
];

test.each(CALLS)("%s is worked at only while somebody waits for it", async (_, call) => {
  asked.length = 0;
  const leaving = new AbortController();
  const answer = call(leaving.signal).catch((error: Error) => error.name);
  await expect.poll(() => asked.length).toBe(1);
  leaving.abort();
  expect(await answer).toBe("AbortError");
  expect(await asked[0]?.outcome).toEqual({ ok: false, failure: { code: "cancelled" } });
});

test("a report that takes too long says so", async () => {
  const brief = await startReports({
    reportTimeoutMs: 200,
    store: {
      query: (projectId, question) => brief.store.query(projectId, { ...question, sql: ENDLESS, params: [] }),
    },
  });
  const late = await fetch(`${brief.url}/api/app/projects/7/reports/query`, {
    method: "POST",
    headers,
    body,
  });
  expect(late.status).toBe(504);
  expect(await late.json()).toMatchObject({ status: "error", type: "timed_out" });
  const call = await brief.get(`/api/query/segmentation?${DAYS}`);
  expect(call.status).toBe(504);
  await brief.close();
});

test("so many reports at a time, the next ones are asked to come again", async () => {
  asked.length = 0;
  const leaving = new AbortController();
  const call = CALLS[0]?.[1];
  const waiting = Array.from({ length: 32 }, () => call?.(leaving.signal).catch(() => undefined));
  await expect.poll(() => asked.length).toBe(32);
  const refused = await call?.(new AbortController().signal);
  expect(refused?.status).toBe(429);
  expect(refused?.headers.get("retry-after")).toBe("5");
  leaving.abort();
  await Promise.all([...waiting, ...asked.map(({ outcome }) => outcome)]);
  endless = false;
  expect((await call?.(new AbortController().signal))?.status).toBe(200);
});
