import { afterAll, beforeAll, expect, test } from "vitest";
import { UpdateBody } from "../../src/experiments/record/wire.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { exposure, runExperiment } from "./exposing.ts";
import { EXPERIMENTS, experimentsOf } from "./support.ts";

let server: TestServer;
let at: ReturnType<typeof experimentsOf>;
beforeAll(async () => {
  server = await startTestServer();
  at = experimentsOf(server);
});
afterAll(() => server.close());

const MOMENTS = [
  "0000-01-01T00:00:00Z",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
  "1969-12-31T00:00:00Z",
  "2026-02-30T00:00:00Z",
];
const ODD = [
  null,
  true,
  [],
  {},
  [[]],
  [null],
  ["x"],
  "",
  "\u0000",
  "\ud800",
  "💥",
  "x".repeat(300_000),
  -1,
  0,
  1.5,
  2 ** 53,
  1e308,
  ...MOMENTS,
];

async function expectSound(method: string, path: string, body?: object): Promise<number> {
  const answer = await server.call(method, path, body ? { body } : {});
  const told = `${method} ${path} ${JSON.stringify(body)?.slice(0, 200)} → ${JSON.stringify(answer.body).slice(0, 300)}`;
  expect(answer.status, told).toBeLessThan(500);
  expect(answer.body.status, told).toBe(answer.status < 300 ? "ok" : "error");
  return answer.status;
}

test("odd updates of an experiment that is there never break it, nor what is computed from it", async () => {
  const metrics = [{ id: "m", name: "M", event: { name: "Order" } }];
  const { id } = await runExperiment(server, { metrics }, (name) => [exposure(name, "ana", "control")]);
  const path = `${EXPERIMENTS}/${id}`;
  let taken = 0;
  for (const key of Object.keys(UpdateBody.properties)) {
    for (const value of ODD) {
      const status = await expectSound("PATCH", path, { [key]: value });
      if (status !== 200) continue;
      taken += 1;
      await expectSound("GET", `${path}?compute_exposures=true&compute_metrics=true`);
      await expectSound("POST", `${path}/compute`);
    }
  }
  expect(taken).toBeGreaterThan(20);
});

test("odd settings and parts of metrics never break it", async () => {
  const { settings } = await at.create();
  for (const key of Object.keys(settings)) {
    for (const value of ODD) {
      const answer = await server.call("POST", EXPERIMENTS, {
        body: { name: "Odd", settings: { [key]: value } },
      });
      expect(answer.status, `${key} ${JSON.stringify(value)?.slice(0, 50)}`).toBeLessThan(500);
    }
  }
  for (const key of [
    "id",
    "name",
    "kind",
    "event",
    "steps",
    "property",
    "denominator",
    "conversion_window",
    "group_key",
  ]) {
    for (const value of ODD) {
      const metrics = [{ name: "M", event: { name: "Order" }, [key]: value }];
      const answer = await server.call("POST", EXPERIMENTS, { body: { name: "Odd", metrics } });
      expect(answer.status).toBeLessThan(500);
      if (answer.status !== 201) continue;
      await at.launch(answer.body.results.id);
      await expectSound("POST", `${EXPERIMENTS}/${answer.body.results.id}/compute`);
    }
  }
});

test("odd names in exposures and filters are only names", async () => {
  const names = [
    "'; drop table links; --",
    "a/b~c",
    "💥",
    '"',
    "$1",
    "%",
    "rest",
    "time",
    "event",
    "x".repeat(255),
  ];
  for (const name of names) {
    const filters = [{ property: name, operator: "equals", value: name }];
    const metrics = [
      { name: "A", kind: "value_sum", event: { name, filters }, property: name },
      { name: "B", event: { name }, group_key: name },
      { name: "C", steps: [{ name, filters }, { name }] },
    ];
    for (const format of ["separate", "combined", "dictionary", "list"]) {
      const exposureSettings = {
        event: name,
        nameProperty: name,
        variantProperty: name,
        experimentName: name,
        format,
        separator: name.slice(0, 20),
      };
      const { id } = await runExperiment(
        server,
        { metrics, settings: { exposure: exposureSettings } },
        () => [],
      );
      expect(await expectSound("POST", `${EXPERIMENTS}/${id}/compute`)).toBe(200);
    }
  }
});
