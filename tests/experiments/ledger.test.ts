import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitUntilLoaded } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { type Event, event, exposure, runExperiment, send } from "./exposing.ts";
import { EXPERIMENTS, experimentsOf } from "./support.ts";

let server: TestServer;
let at: ReturnType<typeof experimentsOf>;
beforeAll(async () => {
  server = await startTestServer();
  at = experimentsOf(server);
});
afterAll(() => server.close());

/** Of so many people in each variant, so many order. */
const orders =
  (people: number, control: number, treatment: number) =>
  (name: string): Event[] =>
    (["control", "treatment"] as const).flatMap((variant) =>
      Array.from({ length: people }, (_, n) => [
        exposure(name, `${name} ${variant} ${n}`, variant),
        ...(n < (variant === "control" ? control : treatment)
          ? [event("Order", `${name} ${variant} ${n}`, 1, { price: 0.1 + n / 3 })]
          : []),
      ]).flat(),
    );

const METRICS = [
  { id: "orders", name: "Orders", kind: "rate", event: { name: "Order" } },
  {
    id: "revenue",
    name: "Revenue",
    type: "secondary",
    kind: "value_sum",
    event: { name: "Order" },
    property: "price",
  },
  {
    id: "basket",
    name: "Basket",
    type: "secondary",
    kind: "value_average",
    event: { name: "Order" },
    property: "price",
  },
];
const SETTINGS = { testingModel: "frequentist", endAfterDays: 7 };

// biome-ignore lint/suspicious/noExplicitAny: records are read field by field.
type Any = any;
const decisionsOf = async (id: string): Promise<Any[]> =>
  (await server.call("GET", `${EXPERIMENTS}/${id}/decisions`)).body.results;
async function recompute(id: string, decision: number): Promise<Any> {
  const { status, body } = await server.call("POST", `${EXPERIMENTS}/${id}/decisions/${decision}/recompute`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.results;
}

test("a decision keeps what it rested on, and gives the same numbers to the bit", async () => {
  const { id } = await runExperiment(server, { metrics: METRICS, settings: SETTINGS }, orders(150, 20, 60));
  const record = await at.decide(id, { success: true, variant: "treatment", message: "More orders." });
  expect(record.exposures_cache).toMatchObject({ control: 150, treatment: 150, $overall: 300 });
  expect(record.results_cache.metrics.orders.treatment).toMatchObject({
    value: 0.4,
    significance: "YES_POSITIVE",
  });
  expect(record.results_cache.decision.recommendation).toMatchObject({
    action: "ship",
    variant: "treatment",
  });
  expect(record.results_cache.decision).not.toHaveProperty("warning");
  const [decision] = await decisionsOf(id);
  expect(decision).toMatchObject({
    revision: 1,
    success: true,
    variant: "treatment",
    engine_version: "1",
    exposures: { counts: { control: 150, treatment: 150 }, mixed: 0 },
    warning: null,
    errors: [],
  });
  expect(decision.journal_positions.live).toBeGreaterThan(0);
  expect(decision.statistics.orders.treatment).toMatchObject({ shape: "single", n: 150, y: 60, yy: 60 });
  expect(decision.statistics.basket.treatment).toMatchObject({ shape: "pair", n: 150, b: 60, bb: 60 });
  const again = await recompute(id, decision.id);
  expect(again.is_identical).toBe(true);
  expect(JSON.stringify(again.recomputed)).toBe(JSON.stringify(decision.results));
  expect(again.differences).toEqual([]);
  expect(again.reasons).toEqual([]);
});

test("what came later is named: late events, merges, erasures", async () => {
  const { id, name, startMs } = await runExperiment(
    server,
    { metrics: METRICS, settings: SETTINGS },
    (own) => [
      ...orders(120, 30, 60)(own),
      exposure(own, "", "treatment", 0, { $device_id: `${own} device` }),
    ],
  );
  await at.decide(id, { success: true, variant: "treatment" });
  const [decision] = await decisionsOf(id);
  await send(server, startMs, [
    event("Order", `${name} treatment 100`, 2, { price: 5 }),
    // The device becomes somebody's who was exposed already: two units become one.
    event("Login", "", 3, { $device_id: `${name} device`, $user_id: `${name} treatment 7` }),
  ]);
  const later = await recompute(id, decision.id);
  expect(later.is_identical).toBe(true);
  expect(later.reasons.map(({ reason }: Any) => reason)).toEqual(["late_events", "merges"]);
  expect(later.differences).toContainEqual({
    metric: "orders",
    variant: "treatment",
    statistic: "y",
    before: 60,
    after: 61,
  });
  expect(later.differences).toContainEqual({
    metric: null,
    variant: "treatment",
    statistic: "units",
    before: 121,
    after: 120,
  });
  expect(later.fresh.statistics.orders.treatment.y).toBe(61);

  await server.call("POST", "projects/1/erasures", { body: { distinct_ids: [`${name} treatment 1`] } });
  for (let look = 0; look < 1_200; look += 1) {
    const { body } = await server.call("GET", "projects/1/erasures");
    if (body.results.erasures.every(({ status }: Any) => status === "done")) break;
    await sleep(50);
  }
  await waitUntilLoaded(server);
  const erased = await recompute(id, decision.id);
  expect(erased.is_identical).toBe(true);
  expect(erased.reasons.map(({ reason }: Any) => reason)).toContain("erasures");
  expect(erased.fresh.exposures.counts.treatment).toBe(119);
});

test("numbers beyond the largest are kept as they were", async () => {
  const metrics = [{ id: "huge", name: "Huge", kind: "value_sum", event: { name: "Big" }, property: "size" }];
  const { id } = await runExperiment(server, { metrics, settings: SETTINGS }, (name) => [
    ...orders(3, 0, 0)(name),
    ...[0, 1].map((n) => event("Big", `${name} treatment ${n}`, 1, { size: 1e308 })),
  ]);
  await at.decide(id, { success: false });
  const [decision] = await decisionsOf(id);
  expect(decision.statistics.huge.treatment.yy).toBe("Infinity");
  expect(await recompute(id, decision.id)).toMatchObject({ is_identical: true, differences: [] });
});

test("edits and undone decisions stay in the ledger", async () => {
  const { id } = await runExperiment(server, { metrics: METRICS, settings: SETTINGS }, orders(10, 2, 3));
  await at.decide(id, { success: true, variant: "treatment", message: "first" });
  await at.decide(id, { success: false, message: "second" });
  await at.update(id, { status: "concluded" });
  await at.decide(id, { success: true, variant: "control", message: "third" });
  expect((await decisionsOf(id)).map(({ revision, message }) => [revision, message])).toEqual([
    [3, "third"],
    [2, "second"],
    [1, "first"],
  ]);
  const page = async (query: string) => {
    const { body } = await server.call("GET", `${EXPERIMENTS}/${id}/decisions?${query}`);
    return body.results.map(({ revision }: Any) => revision);
  };
  expect(await page("limit=2")).toEqual([3, 2]);
  expect(await page("limit=2&before=2")).toEqual([1]);
});

describe("what the numbers speak for", () => {
  const recommended = async (body: object, events: (name: string) => Event[], daysAgo?: number) => {
    const { id } = await runExperiment(
      server,
      { metrics: METRICS, settings: SETTINGS, ...body },
      events,
      daysAgo,
    );
    const { results } = (await server.call("POST", `${EXPERIMENTS}/${id}/compute`)).body;
    return { id, ...results.results_cache.recommendation };
  };
  const reasonOf = (found: Any, check: string) => found.checks.find((one: Any) => one.check === check);

  test("wait, when too few days have passed; deciding all the same carries a warning", async () => {
    const found = await recommended({}, orders(150, 20, 60), 1);
    expect(found.action).toBe("wait");
    expect(reasonOf(found, "days")).toMatchObject({ ok: false });
    expect(reasonOf(found, "target")).toMatchObject({ ok: false });
    const { results_cache } = await at.decide(found.id, { success: true, variant: "treatment" });
    expect(results_cache.decision.warning).toContain("The numbers spoke for 'wait'.");
    expect((await decisionsOf(found.id))[0].warning).toBe(results_cache.decision.warning);
  });

  test("wait, when too few were exposed", async () => {
    const found = await recommended({}, orders(20, 2, 15));
    expect(found.action).toBe("wait");
    expect(reasonOf(found, "exposures")).toMatchObject({ ok: false });
  });

  test("stop, when nothing is better; shipping all the same carries a warning, stopping does not", async () => {
    const found = await recommended({}, orders(150, 50, 50));
    expect(found.action).toBe("stop");
    const shipped = await at.decide(found.id, { success: true, variant: "treatment" });
    expect(shipped.results_cache.decision.warning).toContain("'stop'");
    const stopped = await at.decide(found.id, { success: false });
    expect(stopped.results_cache.decision).not.toHaveProperty("warning");
  });

  test("nothing without a primary metric; wait when none of them can be reckoned", async () => {
    const secondary = METRICS.filter(({ type }) => type === "secondary");
    const found = await recommended({ metrics: secondary }, orders(150, 20, 60));
    expect(found.action).toBe("do_not_decide");
    const silent = [{ id: "s", name: "Silent", kind: "rate", event: { name: "Nobody does this" } }];
    const unmeasured = await recommended({ metrics: silent }, orders(150, 20, 60));
    expect(unmeasured.action).toBe("wait");
    expect(reasonOf(unmeasured, "primary").reason).toContain("not enough data");
  });

  test("iterate, when a guardrail suffers", async () => {
    const guardrail = {
      id: "crash",
      name: "Crashes",
      type: "guardrail",
      direction: "down",
      kind: "rate",
      event: { name: "Order" },
    };
    const found = await recommended({ metrics: [...METRICS, guardrail] }, orders(150, 20, 60));
    expect(found.action).toBe("iterate");
    expect(reasonOf(found, "guardrails").reason).toContain("'Crashes' is significantly worse");
  });

  test("nothing, when the split is not what it should be", async () => {
    const found = await recommended({}, (name) => [
      ...Array.from({ length: 700 }, (_, n) => exposure(name, `${name} c${n}`, "control")),
      ...Array.from({ length: 400 }, (_, n) => exposure(name, `${name} t${n}`, "treatment")),
    ]);
    expect(found.action).toBe("do_not_decide");
    expect(reasonOf(found, "sample_ratio").reason).toContain("did not get the units");
  });

  test("nothing, when the variants differed before", async () => {
    const found = await recommended({}, (name) => [
      ...orders(150, 20, 60)(name),
      ...Array.from({ length: 60 }, (_, n) => event("Order", `${name} treatment ${n}`, -5)),
    ]);
    expect(found.action).toBe("do_not_decide");
    expect(reasonOf(found, "bias").reason).toContain("'Orders'");
  });
});

test("late events of any name are a reason where sessions of all events count", async () => {
  const metrics = [{ id: "sessions", name: "Sessions", kind: "total_sessions" }];
  const { id, name, startMs } = await runExperiment(server, { metrics }, orders(3, 1, 2));
  await at.decide(id, { success: false });
  await send(server, startMs, [event("Anything", `${name} control 1`, 30)]);
  const [decision] = await decisionsOf(id);
  const { reasons, differences } = await recompute(id, decision.id);
  expect(reasons).toMatchObject([{ reason: "late_events", count: 1 }]);
  expect(differences.map(({ metric }: Any) => metric)).toContain("sessions");
});

test("a decision that is not this experiment's is 404, a word for it 400", async () => {
  const { id } = await runExperiment(server, {}, () => []);
  await at.decide(id, { success: false });
  const [decision] = await decisionsOf(id);
  const other = await at.create();
  const post = (experiment: string, one: string) =>
    server.call("POST", `${EXPERIMENTS}/${experiment}/decisions/${one}/recompute`);
  expect((await post(other.id, String(decision.id))).status).toBe(404);
  expect((await post(id, "999999")).status).toBe(404);
  expect((await post(id, "one")).status).toBe(400);
});
