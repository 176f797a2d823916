import type { TSchema } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Route } from "../../src/http/index.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

/**
 * Every key of every body and query, and every part of every path, with values that tend to break things: whatever a client sends,
 * the answer is below 500, in the error body, and in JSON.
 */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const TEXTS = [
  "",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "x".repeat(300_000),
  "'; drop table project; --",
  "%s%n",
  "../../etc",
  "💥",
  "\u202e",
  "null",
];
const NUMBERS = [-1, 0, 1.5, 2 ** 31, 2 ** 53, 1e20, 1e308, -1e308];
const ODD = [null, true, [], {}, [[]], [null], { $ne: 1 }, ["x"], ...TEXTS, ...NUMBERS];
const MOMENTS = [
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
  "2026-12-31T23:59:60Z",
  "2026-02-30T00:00:00Z",
  "-1",
];

test("odd bodies never break the server", async () => {
  let sent = 0;
  for (const route of routes()) {
    const example = (route.example.body ?? {}) as Record<string, unknown>;
    for (const key of keysOf(route.body)) {
      for (const value of [...ODD, ...MOMENTS]) {
        await check(route, "", { ...example, [key]: value });
        await check(route, "", { ...example, [key]: [value] });
        sent += 2;
      }
    }
  }
  expect(sent).toBeGreaterThan(500);
});

test("odd queries never break the server", async () => {
  for (const route of routes()) {
    for (const key of keysOf(route.query)) {
      for (const value of [...TEXTS.map((text) => text.slice(0, 1000)), ...NUMBERS, ...MOMENTS]) {
        const encoded = encodeURIComponent(String(value).toWellFormed());
        await check(route, `?${key}=${encoded}`, undefined);
        await check(route, `?${key}=${encoded}&${key}=${encoded}`, undefined);
      }
    }
  }
});

test("odd paths never break the server", async () => {
  const parts = [
    "%00",
    "1%00",
    "%F0%9F%92%A5",
    "-0",
    "1e3",
    "00000000001",
    "9".repeat(400),
    "..%2f..",
    "%2e%2e",
    "nothing",
    "💥",
  ];
  for (const route of routes()) {
    for (const { name } of route.params) {
      for (const part of parts)
        await check(route, "", route.body ? {} : undefined, route.url.replace(`:${name}`, part));
    }
  }
});

/** Routes that act on what the first start made would take it away in the middle; they have tests of their own. */
const routes = (): Route[] =>
  server.running.routes.filter(
    ({ method, url }) => !(method === "DELETE" && url.endsWith("/projects/:projectId")),
  );

const keysOf = (schema: TSchema | undefined): string[] =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});

async function check(route: Route, query: string, body: unknown, url = route.url): Promise<void> {
  const path = url
    .replace(/:(organizationId|projectId|workspaceId)/g, "1")
    .replace(/:\w+Id/g, "7")
    .replace(/:\w+/g, "nothing");
  const answer = await server.call(route.method, `${path}${query}`, {
    as: server.operator,
    ...(body === undefined ? {} : { body }),
  });
  const told = `${route.method} ${path.slice(0, 200)}${query.slice(0, 200)} ${JSON.stringify(body)?.slice(0, 200)} → ${JSON.stringify(answer.body).slice(0, 300)}`;
  expect(answer.status, told).toBeLessThan(500);
  expect(answer.body.status, told).toBe(answer.status < 300 ? "ok" : "error");
}
