import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { computed, FREQUENTIST, lines, people, who } from "./computing.ts";
import { type Event, event, exposure, runExperiment } from "./exposing.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe("kinds of metrics, worked out by hand", () => {
  test("rate: units who did it at least once, of all who were exposed", async () => {
    const found = await lines(server, { kind: "rate", event: { name: "Order" } }, (name) => [
      ...people(name),
      event("Order", who(name, "c1"), 1),
      event("Order", who(name, "c1"), 2),
      event("Order", who(name, "t1"), 1),
      event("Order", who(name, "t2"), 1),
      event("Order", who(name, "t3"), 30),
      event("Order", who(name, "t4"), -1),
      event("Order", "stranger", 1),
    ]);
    expect(found.control).toMatchObject({
      value: 0.25,
      sampleSize: 4,
      lift: 0,
      significance: "NO",
      variance: 0.1875,
    });
    expect(found.treatment).toMatchObject({ value: 0.6, sampleSize: 5, liftConfidence: 0.95 });
    expect(found.treatment.lift).toBeCloseTo(1.4, 12);
    expect(found.treatment.diff).toBeCloseTo(0.35, 12);
    expect(found.treatment.std_error).toBeCloseTo(Math.sqrt(0.1875 / 4 + 0.24 / 5), 12);
  });

  test("rate with a window: only what happens soon enough after the exposure", async () => {
    const metric = { kind: "rate", event: { name: "Order" }, conversion_window: { unit: "hour", value: 2 } };
    const found = await lines(server, metric, (name) => [
      ...people(name),
      event("Order", who(name, "c1"), 2),
      event("Order", who(name, "c2"), 2.1),
      event("Order", who(name, "t1"), 1.9),
    ]);
    expect([found.control.value, found.treatment.value]).toEqual([0.25, 0.2]);
  });

  test("funnel: the last step after the ones before it, in order", async () => {
    const metric = { kind: "rate", steps: [{ name: "View" }, { name: "Cart" }, { name: "Pay" }] };
    const found = await lines(server, metric, (name) => [
      ...people(name),
      ...["View", "Cart", "Pay"].map((step, n) => event(step, who(name, "c1"), n + 1)),
      ...["Pay", "Cart", "View"].map((step, n) => event(step, who(name, "c2"), n + 1)),
      ...["View", "Cart"].map((step, n) => event(step, who(name, "c3"), n + 1)),
      ...["View", "View", "Pay", "Cart", "Pay"].map((step, n) => event(step, who(name, "t1"), n + 1)),
      ...["Cart", "View", "Cart", "Pay"].map((step, n) => event(step, who(name, "t2"), n + 1)),
    ]);
    expect([found.control.value, found.treatment.value]).toEqual([0.25, 0.4]);
  });

  test("a funnel of the same event twice takes two events", async () => {
    const found = await lines(
      server,
      { kind: "rate", steps: [{ name: "View" }, { name: "View" }] },
      (name) => [
        ...people(name),
        event("View", who(name, "c1"), 1),
        event("View", who(name, "t1"), 1),
        event("View", who(name, "t1"), 2),
      ],
    );
    expect([found.control.value, found.treatment.value]).toEqual([0, 0.2]);
  });

  test("retention: back a day or more after the exposure", async () => {
    const found = await lines(server, { kind: "retention", event: { name: "Open" } }, (name) => [
      ...people(name),
      event("Open", who(name, "c1"), 23.9),
      event("Open", who(name, "c2"), 24.1),
      event("Open", who(name, "t1"), 50),
      event("Open", who(name, "t2"), 26),
    ]);
    expect([found.control.value, found.treatment.value]).toEqual([0.25, 0.4]);
  });

  test("total_events: counts of each unit, with those who did nothing", async () => {
    const found = await lines(server, { kind: "total_events", event: { name: "Open" } }, (name) => [
      ...people(name),
      ...[1, 2, 3].map((hours) => event("Open", who(name, "c1"), hours)),
      event("Open", who(name, "c2"), 1),
      ...[1, 2, 3, 4, 5].map((hours) => event("Open", who(name, "t1"), hours)),
    ]);
    // 3, 1, 0, 0 against 5, 0, 0, 0, 0.
    expect(found.control).toMatchObject({ value: 1, variance: 2 });
    expect(found.treatment).toMatchObject({ value: 1, variance: 5 });
  });

  test("value_sum and value_average: only numbers count, wherever they are kept", async () => {
    const events = (name: string) => [
      ...people(name),
      event("Buy", who(name, "c1"), 1, { price: 10 }),
      event("Buy", who(name, "c1"), 2, { price: 30 }),
      event("Buy", who(name, "c2"), 1, { price: "20" }),
      event("Buy", who(name, "t1"), 1, { price: 8 }),
      event("Buy", who(name, "t2"), 1, { price: 12 }),
      event("Buy", who(name, "t2"), 1, {}),
    ];
    const sum = await lines(server, { kind: "value_sum", event: { name: "Buy" }, property: "price" }, events);
    expect([sum.control.value, sum.treatment.value]).toEqual([10, 4]);
    const average = await lines(
      server,
      { kind: "value_average", event: { name: "Buy" }, property: "price" },
      events,
    );
    expect([average.control.value, average.treatment.value]).toEqual([20, 10]);
  });

  test("ratio: one sum over another, with the variance of both", async () => {
    const metric = { kind: "ratio", event: { name: "Click" }, denominator: { name: "View" } };
    const found = await lines(server, metric, (name) => [
      ...people(name),
      ...[1, 2, 3, 4].map((hours) => event("View", who(name, "c1"), hours)),
      event("Click", who(name, "c1"), 5),
      ...[1, 2].map((hours) => event("View", who(name, "c2"), hours)),
      event("Click", who(name, "c2"), 5),
      ...[1, 2].map((hours) => event("View", who(name, "t1"), hours)),
      event("Click", who(name, "t1"), 5),
    ]);
    expect(found.control.value).toBeCloseTo(2 / 6, 12);
    expect(found.treatment.value).toBe(0.5);
    // a 1,1,0,0 and b 4,2,0,0: delta method by hand.
    const [va, vb, cab, r] = [1 / 3, 11 / 3, 1, 1 / 3];
    expect(found.control.variance).toBeCloseTo((va - 2 * r * cab + r * r * vb) / 1.5 ** 2, 12);
  });

  test("total_sessions: an hour's pause begins another", async () => {
    const found = await lines(server, { kind: "total_sessions" }, (name) => [
      ...people(name),
      ...[1, 1.2, 1.5, 3, 3.1, 9].map((hours) => event("Open", who(name, "c1"), hours)),
    ]);
    // The exposure is an event as well: 0 | 1, 1.2, 1.5 | 3, 3.1 | 9, and one session for each of the others.
    expect(found.control).toMatchObject({ value: 7 / 4, variance: 7 / 4 });
    expect(found.treatment.value).toBe(1);
  });

  test("filters of events", async () => {
    const filters = [
      { property: "plan", operator: "equals", value: "pro" },
      { property: "seats", operator: "greater_than", value: 3 },
      { property: "note", operator: "not_contains", value: "TEST" },
      { property: "gone", operator: "is_not_set" },
      { property: "paid", operator: "equals", value: true },
      { property: "plan", operator: "not_equals", value: "free" },
    ];
    const good = { plan: "pro", seats: 5, note: "fine", paid: true };
    const found = await lines(
      server,
      { kind: "total_events", event: { name: "Upgrade", filters } },
      (name) => [
        ...people(name),
        event("Upgrade", who(name, "c1"), 1, good),
        event("Upgrade", who(name, "c1"), 1, { ...good, plan: "free" }),
        event("Upgrade", who(name, "c1"), 1, { ...good, seats: 3 }),
        event("Upgrade", who(name, "c1"), 1, { ...good, seats: "many" }),
        event("Upgrade", who(name, "c1"), 1, { ...good, note: "a test" }),
        event("Upgrade", who(name, "c1"), 1, { ...good, gone: 0 }),
        event("Upgrade", who(name, "c1"), 1, { ...good, paid: false }),
      ],
    );
    expect(found.control.value).toBe(0.25);
  });

  test("groups in place of persons", async () => {
    const metric = { kind: "total_events", event: { name: "Seat added" }, group_key: "company" };
    const found = await lines(server, metric, (name) => [
      exposure(name, "a1", "control", 0, { company: `${name} acme` }),
      exposure(name, "a2", "control", 1, { company: `${name} acme` }),
      exposure(name, "b1", "treatment", 0, { company: `${name} beta` }),
      exposure(name, "b2", "treatment", 0, { company: `${name} gamma` }),
      exposure(name, "alone", "treatment"),
      event("Seat added", "a2", 2, { company: `${name} acme` }),
      event("Seat added", "a9", 2, { company: `${name} acme` }),
      event("Seat added", "b9", 2, { company: `${name} beta` }),
    ]);
    expect(found.control).toMatchObject({ value: 2, sampleSize: 1 });
    expect(found.treatment).toMatchObject({ value: 0.5, sampleSize: 2 });
  });
});

describe("exposures", () => {
  const exposuresOf = async (settings: object, events: (name: string) => Event[]) => {
    const { id } = await runExperiment(server, { settings: { ...FREQUENTIST, ...settings } }, events);
    return (await computed(server, id)).exposures_cache;
  };

  test("the first counts, a unit in two variants is left out and reported, undeclared variants have their own row", async () => {
    const found = await exposuresOf({}, (name) => [
      ...people(name),
      exposure(name, who(name, "t1"), "TREATMENT", 2),
      exposure(name, who(name, "t2"), "control", 2),
      exposure(name, `${name} x`, "third"),
      exposure(name, `${name} early`, "control", -1),
      exposure(name, `${name} tester`, "control", 0, { $is_qa_tester: true }),
      exposure("Another experiment", `${name} other`, "control"),
    ]);
    expect(found).toMatchObject({ control: 4, treatment: 4, third: 1, $overall: 9, $in_several_variants: 1 });
    expect(found.$warnings.join()).toContain("'third', which is not declared");
    expect(found.$srm_analysis).toMatchObject({
      verdict: "insufficient",
      is_mismatch: false,
      degrees_of_freedom: 1,
    });
  });

  test("units in two variants are out of the metrics too", async () => {
    const found = await lines(server, { kind: "rate", event: { name: "Order" } }, (name) => [
      ...people(name),
      exposure(name, who(name, "t2"), "control", 2),
      event("Order", who(name, "t2"), 3),
      event("Order", who(name, "t1"), 3),
    ]);
    expect(found.treatment).toMatchObject({ value: 0.25, sampleSize: 4 });
    expect(found.control).toMatchObject({ value: 0, sampleSize: 4 });
  });

  test("a device that became a person's counts as the person, before and after", async () => {
    const found = await lines(server, { kind: "rate", event: { name: "Order" } }, (name) => [
      ...people(name),
      exposure(name, "", "treatment", 0, { $device_id: `${name} d1` }),
      event("Login", "", 1, { $device_id: `${name} d1`, $user_id: `${name} u1` }),
      exposure(name, `${name} u1`, "treatment", 2),
      event("Order", `${name} u1`, 3),
    ]);
    expect(found.treatment).toMatchObject({ sampleSize: 6, value: 1 / 6 });
  });

  const formats: [string, object, (name: string, id: string, variant: string) => Event][] = [
    [
      "combined",
      { format: "combined", nameProperty: "experiment" },
      (name, id, variant) => event("$experiment_started", id, 0, { experiment: `${name}:${variant}` }),
    ],
    [
      "combined with another separator",
      { format: "combined", nameProperty: "exp", separator: " / " },
      (name, id, variant) => event("$experiment_started", id, 0, { exp: `${name} / ${variant}` }),
    ],
    [
      "dictionary",
      { format: "dictionary" },
      (name, id, variant) => event("$experiment_started", id, 0, { [name]: variant }),
    ],
    [
      "list",
      { format: "list" },
      (name, id, variant) =>
        event("$experiment_started", id, 0, { Experiments: ["Other:a", `${name}:${variant}`] }),
    ],
    [
      "separate, of another event",
      { event: "Saw", nameProperty: "what", variantProperty: "which" },
      (name, id, variant) => event("Saw", id, 0, { what: name, which: variant }),
    ],
  ];
  test.each(formats)("format %s", async (_, exposureSettings, make) => {
    const found = await exposuresOf({ exposure: exposureSettings }, (name) => [
      make(name, `${name} 1`, "control"),
      make(name, `${name} 2`, "treatment"),
      make(name, `${name} 3`, "treatment"),
      make(`${name}0`, `${name} 4`, "treatment"),
    ]);
    expect(found).toMatchObject({ control: 1, treatment: 2, $overall: 3 });
  });
});
