import { afterAll, beforeAll, expect, test } from "vitest";
import { exportLines, sendEvents, waitUntilLoaded } from "../support/events.ts";
import { FIRST_ACCOUNT } from "../support/test-config.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let from: TestServer;
let to: TestServer;

beforeAll(async () => {
  from = await startTestServer();
  to = await startTestServer({ config: { MIXPANEL_EXPORT_URL: from.url } });
});
afterAll(async () => {
  await to?.close();
  await from?.close();
});

const DAY_MS = 86_400_000;
const own = (line: string) => {
  const { event, properties } = JSON.parse(line);
  const { mp_processing_time_ms, $source, $migration_job_id, ...rest } = properties;
  return [event, rest];
};

test("a project moves from one server to another: events, persons and profiles, and once only", async () => {
  const time = Date.now() - 2 * DAY_MS;
  const event = (name: string, properties: Record<string, unknown>) => ({
    event: name,
    properties: { time, ...properties },
  });
  await sendEvents(from, [
    event("Page viewed", { $device_id: "d1", $insert_id: "a1", page: "/" }),
    event("Signed up", {
      $device_id: "d1",
      $user_id: "ana",
      $insert_id: "a2",
      plan: "pro",
      tags: ["x", 1],
      deep: { a: [1] },
    }),
    event("Large", { distinct_id: "ben", $insert_id: "a3", number: 5.25, yes: true, name: "Zoë 🚀" }),
  ]);
  await from.call("POST", "/engage?project_id=1", {
    body: [{ $distinct_id: "ana", $set: { city: "Berlin", visits: 3 } }],
  });
  await waitUntilLoaded(from);
  const { token } = (await to.call("GET", "projects/1")).body.results;
  const migrate = (more: Record<string, unknown> = {}) =>
    to.call("POST", "/migrate/mixpanel", {
      as: null,
      body: {
        SOURCE_API_KEY: `${FIRST_ACCOUNT.username}@1`,
        SOURCE_API_SECRET: FIRST_ACCOUNT.secret,
        PROJECT_TOKEN: token,
        ...more,
      },
    });
  const first = await migrate();
  expect(first.body.results).toMatchObject({
    state: "completed",
    events: { exported: 3, loaded: 3 },
    profiles: { seen: 1, loaded: 1 },
  });
  expect((await exportLines(to)).map(own).sort()).toEqual(
    (await exportLines(from))
      .map(own)
      .map(([name, rest]) => [name, { ...(rest as object), $import: true }])
      .sort(),
  );
  const { body: profile } = await to.call("GET", "projects/1/profiles/ana");
  expect(profile.results.properties).toMatchObject({ city: "Berlin", visits: 3 });
  expect((await migrate()).body.results.events).toMatchObject({ exported: 3, loaded: 0, duplicates: 3 });
  const wrong = await migrate({ SOURCE_API_SECRET: "not-the-secret-of-it" });
  expect(wrong).toMatchObject({ status: 401, body: { type: "source_unauthorized" } });
  const elsewhere = await migrate({ SOURCE_API_KEY: `${FIRST_ACCOUNT.username}@99` });
  expect(elsewhere).toMatchObject({ status: 401, body: { type: "source_unauthorized" } });
});
