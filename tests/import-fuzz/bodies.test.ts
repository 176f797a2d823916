import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { attack, expectSound } from "./attack.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("2,000 odd bodies get an answer below 500 each, and what was taken can be read", async () => {
  const { statuses, imported } = await attack(server, 2000, 1);
  expect(Object.keys(statuses).map(Number)).toEqual(expect.arrayContaining([200, 400, 415]));
  expect(imported).toBeGreaterThan(0);
  await expectSound(server);
});

test.each([
  ["a list nested 5 million deep", `${"[".repeat(5_000_000)}${"]".repeat(5_000_000)}`],
  [
    "an object nested a million deep in a property",
    `[{"event":"a","properties":{"time":1,"distinct_id":"a","x":${'{"a":'.repeat(1_000_000)}1${"}".repeat(1_000_000)}}}]`,
  ],
  [
    "the same beside the properties",
    `[{"event":"a","x":${"[".repeat(2_000_000)}${"]".repeat(2_000_000)},"properties":{"time":1700000000,"distinct_id":"a"}}]`,
  ],
  [
    "a million keys in one object",
    `[{"event":"a","properties":{"time":1700000000,"distinct_id":"a",${Array.from({ length: 600_000 }, (_, index) => `"k${index}":1`).join()}}}]`,
  ],
  [
    "2,000 events of 250 new properties each",
    JSON.stringify(
      Array.from({ length: 150 }, (_, record) => ({
        event: "a",
        properties: {
          time: 1_700_000_000,
          distinct_id: "a",
          ...Object.fromEntries(
            Array.from({ length: 250 }, (_, index) => [`n${record * 250 + index}`, index]),
          ),
        },
      })),
    ),
  ],
])("%s is answered below 500", async (_name, body) => {
  const response = await fetch(`${server.url}/import?strict=1&project_id=1`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Basic ${Buffer.from("first.service-account:first-secret-of-the-tests").toString("base64")}`,
    },
    body,
  });
  expect(response.status).toBeLessThan(500);
  await response.text();
  expect((await server.call("GET", "/healthz", { as: null })).status).toBe(200);
});

test("and all of it can be read afterwards", async () => {
  await expectSound(server);
});
