import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const FLAGS = "projects/1/workspaces/1/feature-flags";
const EXPERIMENTS = "workspaces/1/experiments";

test("erasing a person reaches the test users of flags, and what a decision remembers of them", async () => {
  const ruleset = {
    variants: [
      { key: "control", value: false, is_control: true, split: 0.5 },
      { key: "treatment", value: true, split: 0.5 },
    ],
    rollout: [{ rollout_percentage: 1, variant_splits: {} }],
    test: { users: { ana: "treatment", bo: "control" } },
  };
  const fields = { name: "F", key: "f", tags: [], context: "distinct_id", serving_method: "client" };
  const flag = (await server.call("POST", FLAGS, { body: { ...fields, ruleset } })).body.results;
  const draft = { name: "E", settings: { featureFlag: { id: flag.id } } };
  const { id } = (await server.call("POST", EXPERIMENTS, { body: draft })).body.results;
  await server.call("PUT", `${EXPERIMENTS}/${id}/launch`);
  await server.call("PATCH", `${EXPERIMENTS}/${id}/decide`, {
    body: { success: true, variant: "treatment" },
  });
  const everything = async () =>
    JSON.stringify([
      (await server.call("GET", "projects/1/audit-log")).body,
      (await server.call("GET", `${FLAGS}/${flag.id}`)).body,
      (await server.call("GET", `${EXPERIMENTS}/${id}`)).body,
    ]);
  expect(await everything()).toContain('"ana":"treatment"');

  const asked = await server.call("POST", "projects/1/erasures", { body: { distinct_ids: ["ana"] } });
  const look = async () =>
    (await server.call("GET", `projects/1/erasures/${asked.body.results.id}`)).body.results.status;
  await expect.poll(look, { timeout: 30_000 }).toBe("done");
  expect(await everything()).not.toContain('"ana":"treatment"');
  expect(await everything()).toContain('"bo":"control"');
  // The audit log says how many test users there were, never who.
  expect(await everything()).toContain('"test_users":2');

  const failed = await server.call("PATCH", `${EXPERIMENTS}/${id}/decide`, { body: { success: false } });
  expect(failed.body.results.results_cache.decision.flag_warning).toBeUndefined();
  expect(failed.body.results.feature_flag).toMatchObject({
    status: "disabled",
    ruleset: { test: { users: { bo: "control" } } },
  });
});
