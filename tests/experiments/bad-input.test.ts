import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { exposure, runExperiment, send } from "./exposing.ts";
import { EXPERIMENTS, experimentsOf } from "./support.ts";

let server: TestServer;
let at: ReturnType<typeof experimentsOf>;
beforeAll(async () => {
  server = await startTestServer();
  at = experimentsOf(server);
});
afterAll(() => server.close());

describe("bad input", () => {
  const variant = (key: string, more: object = {}) => ({ key, value: true, split: 0.5, ...more });
  const control = variant("control", { is_control: true });
  const metric = (more: object) => ({ metrics: [{ name: "M", ...more }] });
  const cases: [string, object, string][] = [
    ["no name", { name: undefined }, "name: is required"],
    ["a blank name", { name: " " }, "name: must not be blank"],
    ["a name of 256 characters", { name: "x".repeat(256) }, "name: "],
    ["a description of 401 characters", { description: "x".repeat(401) }, "description: "],
    ["a key nobody knows", { colour: "red" }, "colour: is not a known key; remove it."],
    [
      "splits that do not add up to one",
      { variants: [control, variant("b", { split: 0.4 })] },
      "variants: must have splits that add up to 1, not to 0.9",
    ],
    [
      "two controls",
      { variants: [control, variant("b", { is_control: true })] },
      "variants: must have one control at most",
    ],
    ["no control", { variants: [variant("a"), variant("b")] }, "variants: must have one control"],
    [
      "the same key twice",
      { variants: [control, variant("Control")] },
      "variants[1].key: is the key of variant 0 already",
    ],
    [
      "a key of the server's",
      { variants: [control, variant("$x")] },
      "variants[1].key: must not begin with '$'",
    ],
    [
      "values of two types",
      { variants: [control, variant("b", { value: "on" })] },
      "variants[1].value: must be of the same type",
    ],
    [
      "a sticky variant",
      { variants: [control, variant("b", { is_sticky: true })] },
      "sticky variants are not supported yet",
    ],
    ["a split of two", { variants: [control, variant("b", { split: 2 })] }, "variants[1].split: "],
    ["twelve variants", { variants: Array.from({ length: 12 }, (_, n) => variant(`v${n}`)) }, "variants: "],
    ["an object for variants", { variants: { a: control } }, "variants: must be array"],
    ["an unknown kind of metric", metric({ kind: "magic" }), "metrics[0].kind: "],
    ["a formula", metric({ kind: "formula" }), "metrics[0].kind: "],
    [
      "a metric without an event",
      metric({ kind: "rate" }),
      "metrics[0].event: is required for the kind rate, or steps",
    ],
    [
      "a sum without a property",
      metric({ kind: "value_sum", event: { name: "A" } }),
      "metrics[0].property: is required",
    ],
    [
      "a ratio without a denominator",
      metric({ kind: "ratio", event: { name: "A" } }),
      "metrics[0].denominator: is required",
    ],
    [
      "a filter without a value",
      metric({ event: { name: "A", filters: [{ property: "p", operator: "equals" }] } }),
      "metrics[0].event.filters[0].value: is required",
    ],
    [
      "an unknown operator",
      metric({ event: { name: "A", filters: [{ property: "p", operator: "like" }] } }),
      "metrics[0].event.filters[0].operator: ",
    ],
    [
      "the same metric id twice",
      { metrics: [1, 2].map(() => ({ id: "m", name: "M", event: { name: "A" } })) },
      "metrics[1].id: ",
    ],
    ["a confidence of 1", { settings: { confidenceLevel: 1 } }, "settings.confidenceLevel: "],
    ["a text for a confidence", { settings: { confidenceLevel: "0.95" } }, "settings.confidenceLevel: "],
    ["an unknown setting", { settings: { magic: true } }, "settings.magic: is not a known key"],
    ["the Bayesian model", { settings: { testingModel: "bayesian" } }, "settings.testingModel: "],
    [
      "an unknown control",
      { settings: { controlKey: "nope" } },
      "settings.controlKey: must be one of the variants: control, treatment",
    ],
    [
      "targets that are not 100 percent",
      { settings: { srm: { enabled: true, targetAllocations: { control: 0.5, treatment: 0.5 } } } },
      "settings.srm.targetAllocations: must add up to 100",
    ],
    [
      "a sample size that is missing",
      { settings: { endCondition: "sample_size" } },
      "settings.sampleSize: is required",
    ],
    [
      "an unknown flag",
      { settings: { featureFlag: { key: "no such flag" } } },
      "settings.featureFlag: there is no such flag",
    ],
    [
      "an unknown id of a flag",
      { settings: { featureFlag: { id: "nope" } } },
      "settings.featureFlag: there is no such flag",
    ],
  ];
  test.each(cases)("%s is 400 and names the field", async (_, body, error) => {
    const before = (await server.call("GET", EXPERIMENTS)).body.results.length;
    const answer = await server.call("POST", EXPERIMENTS, { body: { name: "Bad", ...body } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(400);
    expect(answer.body.error).toContain(error);
    expect(answer.body.field).toBeTruthy();
    expect((await server.call("GET", EXPERIMENTS)).body.results).toHaveLength(before);
  });

  test("launching without variants, or with one, is 400", async () => {
    const { id } = await at.create({ variants: [] });
    const launch = (one: string) => server.call("PUT", `${EXPERIMENTS}/${one}/launch`);
    expect(await launch(id)).toMatchObject({ status: 400, body: { field: "variants" } });
    const one = await at.create({ variants: [{ key: "only", value: true, is_control: true, split: 1 }] });
    expect((await launch(one.id)).body.error).toContain("at least two");
  });

  test("launching with a flag that lacks a variant is 400", async () => {
    const flag = await at.createFlag();
    const variants = [control, variant("blue")];
    const { id } = await at.create({ variants, settings: { featureFlag: { id: flag.id } } });
    const answer = await server.call("PUT", `${EXPERIMENTS}/${id}/launch`);
    expect(answer).toMatchObject({
      status: 400,
      body: { field: "variants", error: expect.stringContaining("'blue'") },
    });
  });

  test("a flag of another experiment is 409, a state by hand as well", async () => {
    const flag = await at.createFlag();
    const { id } = await at.create({ settings: { featureFlag: { id: flag.id } } });
    const taken = await server.call("POST", EXPERIMENTS, {
      body: { name: "Second", settings: { featureFlag: { id: flag.id } } },
    });
    expect(taken).toMatchObject({ status: 409, body: { type: "flag_taken" } });
    await at.launch(id);
    const byHand = await server.call("PATCH", `${EXPERIMENTS}/${id}`, { body: { status: "success" } });
    expect(byHand).toMatchObject({ status: 409, body: { error: expect.stringContaining("decide") } });
  });

  test("splits of a running experiment change until somebody has seen a variant", async () => {
    const splits = (split: number) => ({
      variants: [variant("control", { is_control: true, split }), variant("treatment", { split: 1 - split })],
    });
    const { id, name, startMs } = await runExperiment(server, {}, () => []);
    expect((await at.update(id, splits(0.2))).variants[0].split).toBe(0.2);
    await send(server, startMs, [exposure(name, "ana", "control")]);
    const refused = await server.call("PATCH", `${EXPERIMENTS}/${id}`, { body: splits(0.3) });
    expect(refused).toMatchObject({ status: 409, body: { type: "variants_in_use" } });
    expect((await at.update(id, { ...splits(0.2), name: "Renamed" })).name).toBe("Renamed");
  });

  test("what was launched keeps two variants and a control", async () => {
    const { id } = await at.create();
    const bad = [
      [],
      [{ key: "only", value: true, is_control: true, split: 1 }],
      [variant("control"), variant("treatment")],
    ];
    const refused = async () => {
      for (const variants of bad)
        expect(await server.call("PATCH", `${EXPERIMENTS}/${id}`, { body: { variants } })).toMatchObject({
          status: 400,
          body: { field: "variants" },
        });
    };
    await at.launch(id);
    await refused();
    await at.decide(id, { success: true, variant: "treatment" });
    await refused();
  });

  test("an end before the start, dates that are none", async () => {
    const { id } = await at.create();
    const patch = (body: object) => server.call("PATCH", `${EXPERIMENTS}/${id}`, { body });
    const turned = { start_date: "2026-02-01T00:00:00Z", end_date: "2026-01-01T00:00:00Z" };
    expect(await patch(turned)).toMatchObject({ status: 400, body: { field: "end_date" } });
    for (const start_date of ["soon", 5, "2026-02-30"])
      expect((await patch({ start_date })).status).toBe(400);
  });

  test("what was launched has a start, what has ended an end", async () => {
    const { id } = await at.create();
    await at.launch(id);
    const patch = (body: object) => server.call("PATCH", `${EXPERIMENTS}/${id}`, { body });
    expect(await patch({ start_date: null })).toMatchObject({ status: 400, body: { field: "start_date" } });
    expect((await patch({ end_date: "2099-01-01T00:00:00Z" })).status).toBe(200);
    // A decision ends it now, whatever was planned.
    const decided = await at.decide(id, { success: false });
    expect(decided.end_date).toBe(decided.results_cache.decision.decided_at);
    expect(await patch({ end_date: null })).toMatchObject({ status: 400, body: { field: "end_date" } });
  });

  test("results of somebody else in the cache break nothing", async () => {
    const metrics = [{ id: "m", name: "M", event: { name: "Order" } }];
    const { id } = await runExperiment(server, { metrics }, (name) => [
      exposure(name, `${name} a`, "control"),
      exposure(name, `${name} b`, "treatment"),
    ]);
    for (const pushed of [{ m: null }, "x", { m: { treatment: { sequential_p_min: "low" } } }]) {
      await server.call("POST", `${EXPERIMENTS}/${id}/compute`);
      await at.update(id, { results_cache: { metrics: pushed } });
      expect((await server.call("POST", `${EXPERIMENTS}/${id}/compute`)).status).toBe(200);
      await at.update(id, { results_cache: { metrics: pushed } });
    }
    expect((await at.decide(id, { success: false })).status).toBe("fail");
  });

  test("odd texts are kept as they are", async () => {
    const odd = "\u{1F600} \ud800 <b> ' \" \\ __proto__";
    const made = await at.create({
      hypothesis: odd,
      tags: ["__proto__"],
      metrics: [{ name: "constructor", id: "constructor", event: { name: "A" } }],
    });
    expect((await at.get(made.id)).hypothesis).toBe(odd.replace("\ud800", "\ufffd"));
    await at.launch(made.id);
    const computed = await server.call("POST", `${EXPERIMENTS}/${made.id}/compute`);
    expect(computed.status).toBe(200);
  });
});
