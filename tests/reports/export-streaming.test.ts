import { type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EventStore, NewEvent } from "../../src/events/index.ts";
import { asQuery, createLoader, type ReportsServer, startReports } from "./support.ts";

const EVENTS = 300_000;
const BATCH = 20_000;
const START_MS = Date.parse("2026-06-01T00:00:00Z");
const DAYS = { from_date: "2026-06-01", to_date: "2026-06-01" };

/** What the store was asked, how far it was read, and a way to make it fail. */
const watched = { read: 0, ended: 0, failAfter: Number.POSITIVE_INFINITY };
const EXPORTS_MAX = 2;

let server: ReportsServer;
let store: Pick<EventStore, "scan">;
beforeAll(async () => {
  server = await startReports({
    exportsMax: EXPORTS_MAX,
    store: {
      async *scan(projectId, options) {
        try {
          for await (const events of store.scan(projectId, options)) {
            watched.read += events.length;
            if (watched.read > watched.failAfter) throw new Error("the disk is gone");
            yield events;
          }
        } finally {
          watched.ended += 1;
        }
      },
    },
  });
  store = server.store;
  const load = createLoader(server.store);
  for (let from = 0; from < EVENTS; from += BATCH) {
    await load(Array.from({ length: BATCH }, (_, index) => event(from + index)));
  }
});
afterAll(() => server.close());

const event = (index: number): NewEvent => ({
  event: index % 3 === 0 ? "Purchase" : "View",
  timeMs: START_MS + index * 250,
  distinctId: `user-${index % 5000}`,
  insertId: `insert-id-${index}`,
  // Far into the export one event has a number where the others have true or false.
  properties: {
    index,
    page: `/products/${index % 997}`,
    text: "x".repeat(120),
    flag: index === EVENTS - 100 ? 7 : index % 2 === 0,
  },
});

async function open(more: Record<string, string | number> = {}, headers: Record<string, string> = {}) {
  Object.assign(watched, { read: 0, ended: 0 });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const asked = request(
    `${server.url}/export?${asQuery({ ...DAYS, ...more })}`,
    { headers: { authorization: "right", ...headers }, agent: false },
    resolve,
  );
  asked.on("error", reject).end();
  return promise;
}
const hasEnded = () => expect.poll(() => watched.ended).toBe(1);

test("300,000 events come out whole and in order, in memory that does not grow with them", async () => {
  const response = await open();
  globalThis.gc?.();
  const beforeBytes = process.memoryUsage().rss;
  let mostBytes = beforeBytes;
  let [bytes, next, rest] = [0, 0, ""];
  for await (const chunk of response) {
    bytes += chunk.length;
    const lines = (rest + chunk.toString("latin1")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (!line.includes(`"index":${next},`)) throw new Error(`line ${next} is ${line}`);
      next += 1;
    }
    mostBytes = Math.max(mostBytes, process.memoryUsage().rss);
  }
  expect(next).toBe(EVENTS);
  expect(bytes).toBeGreaterThan(80_000_000);
  // Server, store and reader live in this process; all of it buffered would be several times this.
  expect(mostBytes - beforeBytes).toBeLessThan(150_000_000);
  await hasEnded();
});

test("packed, it is the same and a fraction of the size", async () => {
  const response = await open({}, { "accept-encoding": "gzip" });
  expect(response.headers["content-encoding"]).toBe("gzip");
  let [packedBytes, lines] = [0, 0];
  response.on("data", (chunk) => {
    packedBytes += chunk.length;
  });
  for await (const chunk of response.pipe(createGunzip()))
    lines += chunk.toString("latin1").split("\n").length - 1;
  expect(lines).toBe(EVENTS);
  expect(packedBytes).toBeLessThan(30_000_000);
});

test("a reader who does not read stops the reading of events", async () => {
  const response = await open();
  // What the connection and the streams hold, and no more: until then it may take a while.
  for (let before = -1; before !== watched.read; ) {
    before = watched.read;
    await sleep(700);
  }
  expect(watched.read).toBeLessThan(100_000);
  response.destroy();
  await hasEnded();
});

test("a reader who leaves ends the reading of events, packed or not", async () => {
  for (const encoding of ["identity", "gzip"]) {
    const response = await open({}, { "accept-encoding": encoding });
    await new Promise((resolve) => response.once("data", resolve));
    response.on("error", () => {});
    response.destroy();
    await hasEnded();
    expect(watched.read).toBeLessThan(EVENTS);
  }
});

test("a limit ends the reading of events early", async () => {
  const response = await open({ limit: 10_000 });
  let lines = 0;
  for await (const chunk of response) lines += chunk.toString("latin1").split("\n").length - 1;
  expect(lines).toBe(10_000);
  await hasEnded();
  expect(watched.read).toBeLessThan(20_000);
});

test("a failure on the way breaks the connection off, packed or not", async () => {
  watched.failAfter = 50_000;
  try {
    for (const encoding of ["identity", "gzip"]) {
      const response = await open({}, { "accept-encoding": encoding });
      expect(response.statusCode).toBe(200);
      await expect(response.toArray()).rejects.toThrow("aborted");
      await hasEnded();
    }
  } finally {
    watched.failAfter = Number.POSITIVE_INFINITY;
  }
});

test("a failure before the first byte is refused in words", async () => {
  watched.failAfter = 0;
  try {
    const response = await open();
    expect(response.statusCode).toBe(500);
    const [body] = await response.toArray();
    expect(JSON.parse(body)).toMatchObject({ status: "error", request: "/api/2.0/export" });
    await hasEnded();
  } finally {
    watched.failAfter = Number.POSITIVE_INFINITY;
  }
});

test("a filter that fails late breaks off; one that keeps little until then is refused", async () => {
  const late = await open({ where: 'properties["flag"] or true' });
  expect(late.statusCode).toBe(200);
  await expect(late.toArray()).rejects.toThrow("aborted");
  await hasEnded();
  const early = await open({ where: 'properties["flag"] and properties["index"] < 100' });
  expect(early.statusCode).toBe(400);
  const [body] = await early.toArray();
  expect(JSON.parse(body).error).toMatch(/^where: column 1: true or false is needed here, not a number/);
  await hasEnded();
});

test("more exports at a time than allowed are 429, until one ends", async () => {
  const running = await Promise.all(Array.from({ length: EXPORTS_MAX }, () => open()));
  const refused = await open();
  expect(refused.statusCode).toBe(429);
  expect(refused.headers["retry-after"]).toBe("5");
  const [body] = await refused.toArray();
  expect(JSON.parse(body).error).toMatch(/^Too many exports/);
  for (const response of running) response.destroy();
  const again = async () => {
    const response = await open({ limit: 1 });
    response.resume();
    return response.statusCode;
  };
  await expect.poll(again).toBe(200);
});

test("an export that finds nothing for too long is 504", async () => {
  const slow = await startReports({
    exportSettings: { startTimeoutMs: 30 },
    store: {
      ...server.store,
      async *scan(_projectId, options) {
        await new Promise((_resolve, reject) =>
          options?.signal?.addEventListener("abort", () => reject(options.signal?.reason)),
        );
      },
    },
  });
  try {
    const response = await slow.get(`/export?${asQuery(DAYS)}`);
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ status: "error", request: "/export" });
  } finally {
    await slow.close();
  }
});

test("a reader who leaves before the first byte ends the reading of events", async () => {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let ended = false;
  const slow = await startReports({
    store: {
      ...server.store,
      async *scan(projectId, options) {
        try {
          begun.resolve();
          await gate.promise;
          yield* server.store.scan(projectId, options);
        } finally {
          ended = true;
        }
      },
    },
  });
  try {
    const leave = new AbortController();
    const asked = slow.get(`/export?${asQuery(DAYS)}`, {}, { signal: leave.signal });
    await begun.promise;
    leave.abort();
    await expect(asked).rejects.toThrow();
    gate.resolve();
    await expect.poll(() => ended).toBe(true);
  } finally {
    await slow.close();
  }
});

test("a stopping server breaks running exports off and begins no others", async () => {
  const own = await startReports({ store: server.store });
  try {
    const taken = await own.get(`/export?${asQuery(DAYS)}`);
    own.stop();
    await expect(taken.text()).rejects.toThrow();
    const refused = await own.get(`/export?${asQuery(DAYS)}`);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("5");
  } finally {
    await own.close();
  }
});
