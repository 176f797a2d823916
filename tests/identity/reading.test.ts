import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewEvent } from "../../src/events/index.ts";
import { asQuery, PROJECT, type ReportsServer, startReports } from "../reports/support.ts";

let server: ReportsServer;
const at = (minute: number) => Date.parse("2026-06-01T10:00:00Z") + minute * 60_000;
const made = (
  event: string,
  minute: number,
  ids: { user?: string; device?: string },
  more = {},
): NewEvent => ({
  event,
  timeMs: at(minute),
  distinctId: ids.user ?? `$device:${ids.device}`,
  userId: ids.user,
  deviceId: ids.device,
  insertId: `${event}-${minute}`,
  properties: more,
});

beforeAll(async () => {
  server = await startReports();
  await server.load([
    made("View", 0, { device: "D1" }),
    made("Login", 5, { user: "U1", device: "D1" }),
    made("Pay", 10, { user: "U1" }, { price: 7 }),
    made("View", 3, { device: "D2" }),
    made("View", 7, { user: "U2", device: "D1" }),
    made("View", 20, { device: "D1" }, { __proto__: null, time: "mine" }),
  ]);
});
afterAll(() => server.close());

const DAYS = { from_date: "2026-06-01", to_date: "2026-06-01" };
type Line = { event: string; properties: Record<string, unknown> };
type StreamAnswer = { status: string; error?: string; results: { events: Line[] } };
type PageAnswer = {
  results: { distinct_id: string; events: (Line & { time: string })[]; next: string | null };
};

async function exported(more: Record<string, string> = {}): Promise<Line[]> {
  const response = await server.get(`/api/2.0/export?${asQuery({ ...DAYS, ...more })}`);
  const body = await response.text();
  expect(response.status, body).toBe(200);
  return body
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
const ids = (lines: readonly Line[]) =>
  lines.map(({ properties }) => [properties.distinct_id, properties.$distinct_id_before_identity ?? null]);

describe("the raw export", () => {
  test("prints the resolved id, and the event's own where it is another", async () => {
    expect(ids(await exported())).toEqual([
      ["U1", "$device:D1"],
      ["$device:D2", null],
      ["U1", null],
      ["U2", null],
      ["U1", null],
      ["U1", "$device:D1"],
    ]);
    expect((await exported())[0]?.properties).toMatchObject({ $device_id: "D1" });
    expect((await exported())[0]?.properties).not.toHaveProperty("$user_id");
  });

  test.each([
    ['properties["distinct_id"] == "U1"', 4],
    ['properties["distinct_id"] == "$device:D1"', 4],
    ['"$device:D1" == properties["distinct_id"] and event["$event_name"] == "View"', 2],
    ['properties["distinct_id"] in ["$device:D1", "U2"]', 5],
    ['not (properties["distinct_id"] != "$device:D1")', 4],
    ['properties["distinct_id"] == "$device:D2"', 1],
    ['properties["distinct_id"] == "D1"', 0],
    ['properties["$distinct_id_before_identity"] == "$device:D1"', 2],
    ['properties["$device_id"] == "D1"', 4],
  ])("finds a person by any id: %s", async (where, count) => {
    expect(await exported({ where })).toHaveLength(count);
  });
});

describe("the stream of the query API", () => {
  const ask = async (more: Record<string, string>) => {
    const response = await server.get(`/api/2.0/stream/query?${asQuery(more)}`);
    return { status: response.status, body: (await response.json()) as StreamAnswer };
  };

  test("is oldest first, over all ids of the persons asked for", async () => {
    const { status, body } = await ask({ ...DAYS, distinct_ids: '["$device:D1"]' });
    expect(status).toBe(200);
    expect(body.status).toBe("ok");
    const { events } = body.results;
    expect(events.map(({ event }) => event)).toEqual(["View", "Login", "Pay", "View"]);
    expect(new Set(events.map(({ properties }) => properties.distinct_id))).toEqual(new Set(["U1"]));
    expect(events[0]?.properties.time).toBe(at(0) / 1000);
  });

  test("takes several persons, each once, and nobody is nobody", async () => {
    const both = await ask({ ...DAYS, distinct_ids: '["U1","$device:D1","U2"]' });
    expect(both.body.results.events).toHaveLength(5);
    expect((await ask({ ...DAYS, distinct_ids: "[17]" })).body).toEqual({
      status: "ok",
      results: { events: [] },
    });
  });

  test.each([
    [{}, "distinct_ids is required"],
    [{ distinct_ids: "U1" }, "distinct_ids must be a JSON array"],
    [{ distinct_ids: "[]" }, "distinct_ids must be a JSON array"],
    [{ distinct_ids: "[{}]" }, "distinct_ids must be a JSON array"],
    [
      { distinct_ids: JSON.stringify(Array.from({ length: 1001 }, String)) },
      "distinct_ids must be a JSON array",
    ],
    [{ distinct_ids: '["U1"]', from_date: "soon" }, "from_date must be a day"],
  ])("refuses %o", async (more, words) => {
    const { status, body } = await ask({ ...DAYS, ...more } as Record<string, string>);
    expect(status).toBe(400);
    expect(body.error).toContain(words);
  });
});

describe("a person's own page", () => {
  const ask = async (person: string, more: Record<string, string | number> = {}) => {
    const path = `/api/app/projects/${PROJECT}/people/${encodeURIComponent(person)}/events?${asQuery(more)}`;
    const response = await server.get(path);
    return { status: response.status, body: (await response.json()) as PageAnswer };
  };
  const names = (body: { results: { events: Line[] } }) => body.results.events.map(({ event }) => event);

  test("is newest first, by any id", async () => {
    const { status, body } = await ask("$device:D1");
    expect(status).toBe(200);
    expect(body.results.distinct_id).toBe("U1");
    expect(names(body)).toEqual(["View", "Pay", "Login", "View"]);
    expect(body.results.next).toBeNull();
    expect(body.results.events[0]).toMatchObject({
      time: "2026-06-01T10:20:00.000Z",
      properties: { time: at(20) / 1000, distinct_id: "U1", $distinct_id_before_identity: "$device:D1" },
    });
    expect(names((await ask("U1", { order: "oldest_first" })).body)).toEqual([
      "View",
      "Login",
      "Pay",
      "View",
    ]);
  });

  test("comes page by page, in either order, and no event twice", async () => {
    for (const order of ["newest_first", "oldest_first"]) {
      const seen: string[] = [];
      let cursor: string | null | undefined;
      for (let page = 0; cursor !== null; page += 1) {
        const { body } = await ask("U1", { order, limit: 1, ...(cursor ? { cursor } : {}) });
        expect(body.results.events).toHaveLength(1);
        seen.push(body.results.events[0]?.time ?? "");
        cursor = body.results.next;
        expect(page).toBeLessThan(4);
      }
      expect(seen).toEqual(order === "oldest_first" ? seen.toSorted() : seen.toSorted().reverse());
      expect(new Set(seen).size).toBe(4);
    }
  });

  test("can be narrowed by time and event", async () => {
    expect(names((await ask("U1", { event: "View" })).body)).toEqual(["View", "View"]);
    expect(names((await ask("U1", { event: '["Pay","Login"]' })).body)).toEqual(["Pay", "Login"]);
    const some = { from: "2026-06-01T10:05:00Z", to: "2026-06-01T10:10:00Z" };
    expect(names((await ask("U1", some)).body)).toEqual(["Login"]);
  });

  test("of nobody is empty", async () => {
    expect((await ask("nobody")).body.results).toEqual({ distinct_id: "nobody", events: [], next: null });
    expect((await ask("it's; drop")).status).toBe(200);
  });

  test.each([
    [{ cursor: "nonsense" }, "cursor"],
    [{ cursor: Buffer.from("1e99,1,1").toString("base64url") }, "cursor"],
    [{ limit: 0 }, "limit"],
    [{ limit: 1001 }, "limit"],
    [{ from: "yesterday" }, "from"],
    [{ event: '["a"' }, "event"],
    [{ order: "random" }, "order"],
    [{ unknown: "1" }, "unknown"],
  ])("refuses %o and says which", async (more, field) => {
    const { status, body } = await ask("U1", more as Record<string, string | number>);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(field);
  });
});

test("a page of very long events is shorter than its limit, and the next goes on", async () => {
  const long = Array.from({ length: 30 }, (_, index) =>
    made("Long", index, { user: "wordy" }, { text: "x".repeat(900_000), index }),
  );
  await server.load(long);
  const base = `/api/app/projects/${PROJECT}/people/wordy/events?order=oldest_first&limit=1000`;
  const seen: unknown[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const response = await server.get(`${base}${cursor ? `&cursor=${cursor}` : ""}`);
    const { results } = (await response.json()) as PageAnswer;
    expect(results.events.length).toBeLessThan(10);
    seen.push(...results.events.map(({ properties }) => properties.index));
    cursor = results.next;
  }
  expect(seen).toEqual(Array.from({ length: 30 }, (_, index) => index));
});
