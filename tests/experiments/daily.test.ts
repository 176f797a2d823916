import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { computed, FREQUENTIST } from "./computing.ts";
import { event, exposure, runExperiment } from "./exposing.ts";
import { EXPERIMENTS } from "./support.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const METRICS = [
  { id: "orders", name: "Orders", kind: "rate", event: { name: "Order" } },
  { id: "funnel", name: "Funnel", kind: "rate", steps: [{ name: "View" }, { name: "Order" }] },
  { id: "basket", name: "Basket", kind: "value_average", event: { name: "Order" }, property: "value" },
];

test("each day has those first exposed on it; its results are of all exposed until then", async () => {
  const { id } = await runExperiment(server, { metrics: METRICS, settings: FREQUENTIST }, (name) => [
    exposure(name, "c1", "control", 0),
    exposure(name, "c1", "control", 25),
    exposure(name, "c2", "control", 0),
    exposure(name, "c3", "control", 24),
    exposure(name, "t1", "treatment", 0),
    exposure(name, "t2", "treatment", 24),
    exposure(name, "both", "treatment", 26),
    exposure(name, "both", "control", 27),
    event("View", "c1", 1),
    event("Order", "c1", 2, { value: 10 }),
    event("Order", "t1", 30, { value: 30 }),
    event("Order", "t2", 30, { value: 50 }),
  ]);
  const { status, body } = await server.call("GET", `${EXPERIMENTS}/${id}/daily`);
  expect(status).toBe(200);
  const { metric_id, days } = body.results;
  expect(metric_id).toBe("orders");
  expect(days.map((day: { exposures: unknown }) => day.exposures)).toEqual([
    { control: 2, treatment: 1 },
    { control: 1, treatment: 1 },
  ]);
  expect(days[0].results).toMatchObject({
    control: { value: 0.5, sampleSize: 2 },
    treatment: { value: 1, sampleSize: 1 },
  });

  for (const { id: metric } of METRICS) {
    const { results_cache } = await computed(server, id);
    const asked = await server.call("GET", `${EXPERIMENTS}/${id}/daily?metric=${metric}`);
    const last = asked.body.results.days.at(-1).results;
    const { value, lift, lift_ci, p_value, sampleSize } = results_cache.metrics[metric].treatment;
    expect(last.treatment).toEqual({ value, lift, lift_ci, p_value, sampleSize });
  }
  const unknown = await server.call("GET", `${EXPERIMENTS}/${id}/daily?metric=nothing`);
  expect(unknown).toMatchObject({ status: 404, body: { type: "metric_not_found", field: "metric" } });
});

test("a draft has no days", async () => {
  const { body: draft } = await server.call("POST", EXPERIMENTS, { body: { name: "Draft" } });
  const { body } = await server.call("GET", `${EXPERIMENTS}/${draft.results.id}/daily`);
  expect(body.results).toEqual({ metric_id: null, days: [] });
});
