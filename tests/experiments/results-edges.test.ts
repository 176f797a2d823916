import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { computed, FREQUENTIST, lines, people, type Results, who } from "./computing.ts";
import { event, exposure, runExperiment, send } from "./exposing.ts";
import { EXPERIMENTS, experimentsOf } from "./support.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe("what cannot be reckoned says so, and is never NaN", () => {
  const expectEmpty = (line: Results) => {
    expect(line).toMatchObject({ p_value: null, significance: "NO" });
    expect(line.warnings.join()).toContain("not enough data");
    expect(JSON.stringify(line)).not.toContain("NaN");
  };
  const rate = { kind: "rate", event: { name: "Order" } };

  test("nobody was exposed", async () => {
    const found = await lines(server, rate, () => []);
    expect(found.treatment).toMatchObject({ value: null, sampleSize: 0, lift: null });
    expectEmpty(found.treatment);
  });

  test("one unit in each variant", async () => {
    const found = await lines(server, { kind: "total_events", event: { name: "Open" } }, (name) => [
      exposure(name, `${name} 1`, "control"),
      exposure(name, `${name} 2`, "treatment"),
    ]);
    expectEmpty(found.treatment);
  });

  test("nothing varies", async () => {
    expectEmpty((await lines(server, rate, (name) => people(name))).treatment);
  });

  test("an event nobody ever sent is named", async () => {
    const found = await lines(server, { kind: "rate", event: { name: "No such event" } }, (name) =>
      people(name),
    );
    expect(found.treatment.warnings.join()).toContain("no event 'No such event' was ever sent");
  });

  test("values of 1e308", async () => {
    const found = await lines(
      server,
      { kind: "value_sum", event: { name: "Huge" }, property: "size" },
      (name) => [
        ...people(name),
        ...["c1", "c2", "t1", "t2"].map((one) => event("Huge", who(name, one), 1, { size: 1e308 })),
      ],
    );
    expectEmpty(found.treatment);
  });

  test("a denominator of nothing", async () => {
    const metric = { kind: "ratio", event: { name: "Click" }, denominator: { name: "Never shown" } };
    const found = await lines(server, metric, (name) => [
      ...people(name),
      event("Click", who(name, "t1"), 1),
    ]);
    expect(found.treatment.value).toBeNull();
    expectEmpty(found.treatment);
  });

  test("a control of zero has no lift, and still a difference", async () => {
    const found = await lines(server, { kind: "total_events", event: { name: "Open" } }, (name) => [
      ...people(name),
      event("Open", who(name, "t1"), 1),
      event("Open", who(name, "t2"), 1),
    ]);
    expect(found.treatment).toMatchObject({ lift: null, lift_ci: null, value: 0.4 });
    expect(found.treatment.diff).toBe(0.4);
    expect(found.treatment.p_value).toBeGreaterThan(0);
  });

  test("another name does not lose who was exposed under the first", async () => {
    const { id } = await runExperiment(server, {}, (name) => people(name));
    const at = experimentsOf(server);
    const renamed = await at.update(id, { name: "Renamed while it runs" });
    expect((await computed(server, id)).exposures_cache).toMatchObject({ control: 4, treatment: 5 });
    expect((await at.update(id, { name: "And again" })).settings).toEqual(renamed.settings);
    const copy = await server.call("POST", `${EXPERIMENTS}/${id}/duplicate`, { body: { name: "Copy" } });
    expect(copy.body.results.settings.exposure.experimentName).toBeNull();
  });

  test("a draft has nothing to compute", async () => {
    const { id } = await experimentsOf(server).create();
    expect((await server.call("POST", `${EXPERIMENTS}/${id}/compute`)).status).toBe(409);
    const live = await experimentsOf(server).get(id, "?compute_exposures=true&compute_metrics=true");
    expect(live).toMatchObject({ live_exposures: {}, live_metrics: {}, live_results_errors: [] });
  });
});

describe("adjustments", () => {
  test("CUPED takes out what was before: the vector of the sheet, through the events", async () => {
    const counts = (name: string, one: string, before: number, after: number) => [
      ...Array.from({ length: before }, (_, n) => event("Open", who(name, one), -1 - n)),
      ...Array.from({ length: after }, (_, n) => event("Open", who(name, one), 1 + n)),
    ];
    const settings = { cuped: { enabled: true }, preExperimentBias: true };
    const found = await lines(
      server,
      { kind: "total_events", event: { name: "Open" } },
      (name) => [
        ...people(name),
        exposure(name, who(name, "c5"), "control"),
        ...[2, 3, 5, 6, 9].flatMap((after, n) => counts(name, `c${n + 1}`, n + 1, after)),
        ...[4, 5, 7, 9, 10].flatMap((after, n) => counts(name, `t${n + 1}`, n + 2, after)),
      ],
      settings,
    );
    expect(found.treatment.cuped_theta).toBeCloseTo(1.688889, 5);
    expect(found.treatment.diff).toBeCloseTo(0.31111, 4);
    expect(found.treatment.std_error).toBeCloseTo(0.28109, 4);
    expect(found.treatment.p_value).toBeCloseTo(0.30533, 4);
    expect(found.treatment.value).toBe(7);
  });

  test("a metric may be adjusted by itself, where the experiment is not", async () => {
    const metric = { kind: "total_events", event: { name: "Open" }, cuped: true };
    const found = await lines(
      server,
      metric,
      (name) => [
        ...people(name),
        ...[1, 2, 3].flatMap((n) => [
          ...Array.from({ length: n }, (_, day) => event("Open", who(name, `c${n}`), -24 * (day + 1))),
          ...Array.from({ length: n }, (_, hour) => event("Open", who(name, `c${n}`), 1 + hour)),
        ]),
        event("Open", who(name, "t1"), 1),
      ],
      { preExperimentBias: false },
    );
    expect(found.treatment.cuped_theta).toBeGreaterThan(0);
  });

  test("winsorization cuts the largest off, over those who are not zero", async () => {
    const metric = { kind: "value_sum", event: { name: "Buy" }, property: "price" };
    const settings = { winsorization: { enabled: true, percentile: 75 } };
    const found = await lines(
      server,
      metric,
      (name) => [
        ...people(name),
        ...[1, 2, 3].map((price, n) => event("Buy", who(name, `c${n + 1}`), 1, { price })),
        ...[4, 100].map((price, n) => event("Buy", who(name, `t${n + 1}`), 1, { price })),
      ],
      settings,
    );
    // Of 1, 2, 3, 4, 100 the quarters are 2 and 4.
    expect(found.control.value).toBe((2 + 2 + 3) / 4);
    expect(found.treatment.value).toBe((4 + 4) / 5);
  });

  test("a sequential test remembers its smallest p", async () => {
    const body = {
      metrics: [{ id: "m", name: "M", kind: "rate", event: { name: "Order" } }],
      settings: { sequentialTuning: 100 },
    };
    const { id, name, startMs } = await runExperiment(server, body, (name) => [
      ...Array.from({ length: 100 }, (_, n) => exposure(name, `${name} c${n}`, "control")),
      ...Array.from({ length: 100 }, (_, n) => exposure(name, `${name} t${n}`, "treatment")),
      ...Array.from({ length: 40 }, (_, n) => event("Order", `${name} t${n}`, 1)),
    ]);
    const first = (await computed(server, id)).results_cache.metrics.m.treatment;
    expect(first.significance).toBe("YES_POSITIVE");
    expect(first.sequential_p_min).toBe(first.p_value);
    await send(
      server,
      startMs,
      Array.from({ length: 40 }, (_, n) => event("Order", `${name} c${n}`, 2)),
    );
    const later = (await computed(server, id)).results_cache.metrics.m.treatment;
    expect(later.p_value).toBe(1);
    expect(later.sequential_p_min).toBe(first.p_value);
    await experimentsOf(server).update(id, { settings: { sequentialTuning: 200 } });
    expect((await computed(server, id)).results_cache.metrics.m.treatment.sequential_p_min).toBe(1);
  });

  test("corrections hold the family of primary metrics", async () => {
    const metric = (id: string, type: string) => ({
      id,
      name: id,
      type,
      kind: "rate",
      event: { name: "Order" },
    });
    const metrics = [metric("a", "primary"), metric("b", "primary"), metric("c", "secondary")];
    const settings = { ...FREQUENTIST, multipleTestingCorrection: "bonferroni" };
    const { id } = await runExperiment(server, { metrics, settings }, (name) => [
      ...people(name),
      event("Order", who(name, "c1"), 1),
      event("Order", who(name, "t1"), 1),
      event("Order", who(name, "t2"), 1),
    ]);
    const { metrics: found } = (await computed(server, id)).results_cache;
    expect(found.a.treatment.liftConfidence).toBeCloseTo(0.975, 12);
    expect(found.a.treatment.p_value_adjusted).toBeCloseTo(Math.min(1, 2 * found.a.treatment.p_value), 12);
    expect(found.c.treatment.liftConfidence).toBeCloseTo(0.95, 12);
  });
});
