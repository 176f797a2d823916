import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportLines, sendEvents, waitUntilLoaded } from "../support/events.ts";
import { FIRST_CREDENTIALS } from "../support/test-config.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({
    deps: { tuning: { live: { beatMs: 100, pauseMs: 10, eventsPerLook: 50 } } },
  });
  token = (await server.call("GET", "projects/1")).body.results.token;
});
afterAll(() => server.close());

type Message = { id?: string; event?: string; data?: string; comment?: string };
type Listening = {
  status: number;
  contentType: string | null;
  text(): Promise<string>;
  /** The next message that is no heartbeat. Undefined: the stream has ended. */
  next(): Promise<Message | undefined>;
  /** Reads on until so many events are there. */
  events(count: number): Promise<Record<string, unknown>[]>;
  leave(): void;
};

async function listen(query = "", as = FIRST_CREDENTIALS, at = server): Promise<Listening> {
  const leaving = new AbortController();
  const response = await fetch(`${at.url}/api/app/projects/1/events/live${query}`, {
    headers: { authorization: `Basic ${Buffer.from(as).toString("base64")}` },
    signal: leaving.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let read = "";
  async function next(): Promise<Message | undefined> {
    for (;;) {
      const end = read.indexOf("\n\n");
      if (end !== -1) {
        const block = read.slice(0, end);
        read = read.slice(end + 2);
        if (block.startsWith(":")) continue;
        return Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s, 2)));
      }
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return undefined;
      read += value;
    }
  }
  return {
    status: response.status,
    contentType: response.headers.get("content-type"),
    text: async () => {
      let all = read;
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done) return all;
        all += value;
      }
    },
    next,
    async events(count) {
      const events: Record<string, unknown>[] = [];
      while (events.length < count) {
        const message = await next();
        if (message === undefined) throw new Error(`the stream ended after ${events.length} events`);
        if (message.event === "event") events.push(JSON.parse(message.data ?? ""));
      }
      return events;
    },
    leave: () => leaving.abort(),
  };
}

const NOW = Date.now();
const event = (properties: Record<string, unknown> = {}, name = "Open") => ({
  event: name,
  properties: { time: NOW - 60_000, distinct_id: "ana", ...properties },
});

test("what is accepted is shown as it came, to everybody who listens", async () => {
  const [first, second] = [await listen(), await listen()];
  expect(first.contentType).toBe("text/event-stream");
  expect((await first.next())?.event).toBe("open");
  const timeMs = NOW - 60_000;
  const properties = {
    plan: "pro",
    n: 3,
    list: [1, { a: "b" }],
    none: null,
    id: "x".repeat(10),
    new_column: true,
  };
  await sendEvents(server, [event({ ...properties, $insert_id: "i1", $device_id: "d1", $user_id: "ana" })]);
  await fetch(`${server.url}/track`, {
    method: "POST",
    body: JSON.stringify([event({ token, n: 9_007_199_254_740_991 })]),
  });
  for (const listening of [first, second]) {
    const [imported, tracked] = await listening.events(2);
    expect(imported).toEqual({
      event: "Open",
      time: new Date(timeMs).toISOString(),
      properties: {
        ...properties,
        time: Math.floor(timeMs / 1000),
        distinct_id: "ana",
        $user_id: "ana",
        $device_id: "d1",
        $insert_id: "i1",
        mp_processing_time_ms: expect.any(Number),
      },
      received_ms: expect.any(Number),
      source: "import",
    });
    expect(tracked).toMatchObject({ source: "track", properties: { n: 9_007_199_254_740_991 } });
    expect(tracked?.properties).not.toHaveProperty("token");
    listening.leave();
  }
});

test("an event without an insert id is shown with the one that exports give it", async () => {
  const listening = await listen("?event=Unnamed");
  await sendEvents(
    server,
    [event({ n: 1 }, "Other"), event({ n: 2 }, "Unnamed"), event({ n: 3 }, "Unnamed")],
    {
      query: "strict=0&project_id=1",
    },
  );
  await fetch(`${server.url}/track`, {
    method: "POST",
    body: JSON.stringify([event({ token, n: 4 }, "Unnamed")]),
  });
  const shown = await listening.events(3);
  listening.leave();
  await waitUntilLoaded(server);
  const lines = (await exportLines(server, `&event=${encodeURIComponent('["Unnamed"]')}`)).map((line) =>
    JSON.parse(line),
  );
  const idsOf = (events: readonly Record<string, unknown>[]) =>
    Object.fromEntries(
      events
        .map(({ properties }) => properties as Record<string, string>)
        .map((own) => [own.n, own.$insert_id]),
    );
  expect(idsOf(shown)).toEqual(idsOf(lines));
  expect(Object.keys(idsOf(lines))).toHaveLength(3);
});

test("the stream opens with the filter as it was asked for", async () => {
  const query = new URLSearchParams({ event: '["a","b"]', distinct_id: "ana", property: "p", value: "" });
  const listening = await listen(`?${query}`);
  const data = JSON.parse((await listening.next())?.data ?? "");
  listening.leave();
  expect(data).toEqual({ filter: { event: ["a", "b"], distinct_id: "ana", property: "p", value: "" } });
});

test("filters leave only what was asked for, and other projects never show", async () => {
  const made = await server.call("POST", "organizations/1/projects", { body: { name: "Other" } });
  const byName = await listen("?event=Buy");
  const byNames = await listen(`?event=${encodeURIComponent('["Buy","Sell"]')}`);
  const byId = await listen("?distinct_id=bo");
  const byValue = await listen("?property=plan&value=pro");
  const byNumber = await listen("?property=n&value=3");
  await sendEvents(server, [event({ mark: 0 }, "Buy")], { query: `project_id=${made.body.results.id}` });
  await sendEvents(server, [
    event({ mark: 1, plan: "free", n: 3 }),
    event({ mark: 2, distinct_id: "bo" }),
    event({ mark: 3, plan: "pro" }, "Buy"),
  ]);
  const marks = async (listening: Listening, count: number) => {
    const events = await listening.events(count);
    listening.leave();
    return events.map(({ properties }) => (properties as { mark: number }).mark);
  };
  expect(await marks(byName, 1)).toEqual([3]);
  expect(await marks(byNames, 1)).toEqual([3]);
  expect(await marks(byId, 1)).toEqual([2]);
  expect(await marks(byValue, 1)).toEqual([3]);
  expect(await marks(byNumber, 1)).toEqual([1]);
});

test("what is too much to show is counted and told", async () => {
  const listening = await listen();
  await sendEvents(
    server,
    Array.from({ length: 500 }, (_, n) => event({ n })),
  );
  await listening.events(50);
  await sendEvents(server, [event({ last: true })]);
  let shown = 0;
  let dropped = 0;
  for (let message = await listening.next(); message; message = await listening.next()) {
    if (message.event === "dropped") dropped += JSON.parse(message.data ?? "").events;
    if (message.event === "event") shown += 1;
    if (message.data?.includes("last")) break;
  }
  expect(shown + dropped).toBe(451);
  listening.leave();
});

test("a reader who does not read holds nobody up, and a bounded amount", async () => {
  const slow = await listen();
  const large = "x".repeat(100_000);
  for (let n = 0; n < 30; n += 1) await sendEvents(server, [event({ n, large })]);
  const quick = await listen("?event=Quick");
  let isShown = false;
  const shown = quick.events(1).finally(() => {
    isShown = true;
  });
  // What comes in while the tail is far behind is passed over, with all that came before it.
  while (!isShown) {
    await sendEvents(server, [event({}, "Quick")]);
    await sleep(50);
  }
  expect(await shown).toHaveLength(1);
  quick.leave();
  slow.leave();
});

test("more listeners than allowed are refused, and one who leaves makes room", async () => {
  const some = await Promise.all(Array.from({ length: 10 }, () => listen()));
  expect(some.map(({ status }) => status)).toEqual(some.map(() => 200));
  const refused = await listen();
  expect(refused.status).toBe(429);
  expect(JSON.parse(await refused.text())).toMatchObject({ type: "too_many_listeners", status: "error" });
  some[0]?.leave();
  let again = await listen();
  for (let tries = 0; again.status === 429 && tries < 100; tries += 1) {
    await sleep(50);
    again = await listen();
  }
  expect(again.status).toBe(200);
  for (const each of [...some, again]) each.leave();
});

test("it needs a role in the project, and ends when the role is lost", async () => {
  const made = await server.call("POST", "organizations/1/service-accounts", {
    body: { username: "listener", projects: [{ id: 1, role: "consumer" }] },
  });
  const account = made.body.results;
  const listening = await listen("", `${account.username}:${account.token ?? account.secret}`);
  expect(listening.status).toBe(200);
  expect((await listening.next())?.event).toBe("open");
  await server.call("DELETE", `organizations/1/service-accounts/${account.id}`);
  expect(await listening.next()).toMatchObject({ event: "end" });
  expect(await listening.next()).toBeUndefined();
  expect((await listen("", "nobody:nothing")).status).toBe(401);
});

test("questions that make no sense are refused by name", async () => {
  for (const [query, field] of [
    ["?property=plan", "value"],
    ["?value=pro", "property"],
    [`?event=${"x".repeat(300)}`, "event"],
    [`?event=${encodeURIComponent(JSON.stringify(["x".repeat(300)]))}`, "event"],
    ["?event=", "event"],
    ["?event=[]", "event"],
    ["?event=[1]", "event"],
    ["?event=[", "event"],
    ["?distinct_id=", "distinct_id"],
    ["?bogus=1", "bogus"],
  ]) {
    const refused = await listen(query);
    expect(refused.status).toBe(400);
    expect(JSON.parse(await refused.text())).toMatchObject({ field, type: "invalid_query" });
  }
  expect((await server.call("GET", "projects/x/events/live")).status).toBe(400);
  expect((await server.call("GET", "projects/999/events/live")).status).toBe(403);
});

test("the server does not wait for those who only listen", async () => {
  const other = await startTestServer({ config: { SHUTDOWN_TIMEOUT_S: 3600 } });
  const listening = await listen("", FIRST_CREDENTIALS, other);
  expect((await listening.next())?.event).toBe("open");
  await other.close();
  expect(await listening.next()).toMatchObject({ event: "end" });
});
