import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Action, TRANSITIONS } from "../../src/experiments/record/states.ts";
import { STATUSES } from "../../src/experiments/record/types.ts";
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

/** An experiment in each state, by the way people take. */
async function inState(status: (typeof STATUSES)[number]): Promise<string> {
  const { id } = await at.create();
  if (status !== "draft") await at.launch(id);
  if (status === "concluded") await at.conclude(id);
  if (status === "success" || status === "fail") await at.decide(id, { success: status === "success" });
  expect((await at.get(id)).status).toBe(status);
  return id;
}

const CALLS: Record<Action, [method: string, path: string, body?: object]> = {
  launch: ["PUT", "/launch"],
  conclude: ["PUT", "/force_conclude"],
  succeed: ["PATCH", "/decide", { success: true, message: "again" }],
  fail: ["PATCH", "/decide", { success: false, message: "again" }],
  undo: ["PATCH", "", { status: "concluded" }],
  archive: ["POST", "/archive"],
  delete: ["DELETE", ""],
};

describe.each(STATUSES)("from %s", (status) => {
  test.each(Object.keys(CALLS) as Action[])("%s does what the table says", async (action) => {
    const id = await inState(status);
    const [method, path, body] = CALLS[action];
    const answer = await server.call(method, `${EXPERIMENTS}/${id}${path}`, body ? { body } : {});
    const step = TRANSITIONS[status][action];
    if ("refused" in step) {
      expect(answer).toMatchObject({ status: 409, body: { type: "wrong_state", error: step.refused } });
      expect((await at.get(id)).status).toBe(status);
    } else if (action === "delete") {
      expect(answer.status).toBe(200);
      expect((await server.call("GET", `${EXPERIMENTS}/${id}`)).status).toBe(404);
    } else {
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect((await at.get(id)).status).toBe(step.to);
    }
  });
});

test("launching starts now or when it was set to, and again changes nothing", async () => {
  const { id } = await at.create();
  await at.update(id, { start_date: "2026-01-31T12:00:00Z" });
  const launched = await at.launch(id);
  expect(launched.start_date).toBe("2026-01-31T12:00:00.000Z");
  expect(await at.launch(id)).toEqual(launched);
});

test("concluding sets the end; another end drops what was computed", async () => {
  const { id } = await at.create();
  await at.update(id, { start_date: "2026-01-01T00:00:00Z" });
  await at.launch(id);
  const ended = await at.conclude(id, { end_date: "2026-02-01T00:00:00Z" });
  expect(ended).toMatchObject({ status: "concluded", end_date: "2026-02-01T00:00:00.000Z" });
  expect(await at.conclude(id)).toEqual(ended);
  await server.call("POST", `${EXPERIMENTS}/${id}/compute`);
  expect((await at.get(id)).exposures_cache).toHaveProperty("$overall", 0);
  const moved = await at.conclude(id, { end_date: "2026-03-01T00:00:00Z" });
  expect(moved).toMatchObject({ end_date: "2026-03-01T00:00:00.000Z", exposures_cache: {} });
  const early = await server.call("PUT", `${EXPERIMENTS}/${id}/force_conclude`, {
    body: { end_date: "2025-01-01T00:00:00Z" },
  });
  expect(early).toMatchObject({ status: 400, body: { field: "end_date" } });
});

test("an archived experiment leaves the list, can be read, and is not changed until it is back", async () => {
  const { id } = await at.create();
  expect((await server.call("POST", `${EXPERIMENTS}/${id}/archive`)).body.results).toEqual({ id });
  const listed = async (query = "") =>
    ((await server.call("GET", `${EXPERIMENTS}${query}`)).body.results as { id: string }[]).some(
      (one) => one.id === id,
    );
  expect([await listed(), await listed("?include_archived=true")]).toEqual([false, true]);
  const archived = await at.get(id);
  expect(archived.deleted).toMatch(/^\d{4}-/);
  for (const [method, path, body] of [
    ["PATCH", "", { name: "x" }],
    ["PUT", "/launch", {}],
  ] as const)
    expect((await server.call(method, `${EXPERIMENTS}/${id}${path}`, { body })).body.type).toBe("archived");
  expect((await server.call("POST", `${EXPERIMENTS}/${id}/archive`)).status).toBe(200);
  expect(await at.get(id)).toEqual(archived);
  const back = (await server.call("DELETE", `${EXPERIMENTS}/${id}/archive`)).body.results;
  expect(back.deleted).toBeNull();
});

test("an update changes what is named, and nothing else", async () => {
  const created = await at.create({ description: "a", tags: ["x"], settings: { minDays: 5 } });
  const updated = await at.update(created.id, { description: null, settings: { cuped: { enabled: true } } });
  expect(updated).toMatchObject({ description: null, tags: ["x"], name: created.name });
  expect(updated.settings).toEqual({
    ...created.settings,
    cuped: { enabled: true, preExposureDatePreset: "2_weeks" },
  });
  expect(await at.update(created.id, {})).toEqual(updated);
});

test("caches may be pushed, except what is the server's", async () => {
  const { id } = await at.create();
  await at.launch(id);
  await at.decide(id, { success: true, message: "mine" });
  const pushed = await at.update(id, {
    exposures_cache: { control: 5, $overall: 9 },
    results_cache: { custom: 1, message: "theirs", variant: "x", decision: {}, $last_computed: "never" },
  });
  expect(pushed.exposures_cache.control).toBe(5);
  expect(pushed.exposures_cache.$overall).not.toBe(9);
  expect(pushed.results_cache).toMatchObject({
    custom: 1,
    message: "mine",
    variant: "__no_variant_shipped__",
  });
  expect(pushed.results_cache.$last_computed).not.toBe("never");
});

test("other dates or settings of the analysis reopen a decided experiment", async () => {
  for (const change of [
    { settings: { confidenceLevel: 0.9 } },
    { end_date: "2030-01-01T00:00:00Z" },
    { settings: { endAfterDays: 30 } },
  ]) {
    const { id } = await at.create();
    await at.launch(id);
    await at.decide(id, { success: true, variant: "treatment" });
    const reopened = await at.update(id, change);
    expect(reopened.status).toBe("concluded");
    expect(reopened.results_cache).not.toHaveProperty("decision");
  }
  const { id } = await at.create();
  await at.launch(id);
  await at.decide(id, { success: true });
  expect((await at.update(id, { hypothesis: "still", tags: ["a"] })).status).toBe("success");
});

test("a copy has the plan and nothing that happened; its flag is new, off, and has other buckets", async () => {
  const flag = await at.createFlag();
  const metrics = [{ id: "m", name: "M", event: { name: "Order" } }];
  const { id } = await at.create({
    metrics,
    tags: ["t"],
    settings: { featureFlag: { id: flag.id, onDecide: "log_only" } },
  });
  await at.launch(id);
  await at.decide(id, { success: true, variant: "treatment" });
  const copyOf = async (body: object) =>
    (await server.call("POST", `${EXPERIMENTS}/${id}/duplicate`, { body })).body.results;
  const copy = await copyOf({ name: "Copy" });
  expect(copy).toMatchObject({
    name: "Copy",
    status: "draft",
    start_date: null,
    end_date: null,
    exposures_cache: {},
    results_cache: {},
    tags: ["t"],
  });
  expect(copy.metrics).toEqual((await at.get(id)).metrics);
  expect(copy.feature_flag).toMatchObject({
    key: `${flag.key}-copy`,
    status: "disabled",
    experiment_id: copy.id,
  });
  expect(copy.feature_flag.hash_salt).not.toBe(flag.hash_salt);
  expect((await copyOf({ name: "Second" })).feature_flag.key).toBe(`${flag.key}-copy-2`);
  expect((await copyOf({ name: "Without", duplicate_flag: false })).feature_flag).toBeNull();
});

test("deleting an experiment leaves its flag, linked to nothing", async () => {
  const flag = await at.createFlag();
  const { id } = await at.create({ settings: { featureFlag: { id: flag.id } } });
  expect(await at.getFlag(flag.id)).toMatchObject({ experiment_id: id });
  await server.call("DELETE", `${EXPERIMENTS}/${id}`);
  expect(await at.getFlag(flag.id)).toMatchObject({ experiment_id: null, status: "enabled" });
});

test("a link made from the flag's side stays when the experiment changes, until it is taken away", async () => {
  const { id } = await at.create();
  const flag = await at.createFlag({ experiment_id: id });
  expect((await at.update(id, { hypothesis: "It stays." })).feature_flag).toMatchObject({ id: flag.id });
  expect(await at.launch(id)).toMatchObject({ feature_flag: { is_experiment_active: true } });
  const other = await at.createFlag();
  const moved = await at.update(id, { settings: { featureFlag: { key: other.key } } });
  expect(moved.feature_flag).toMatchObject({ id: other.id, is_experiment_active: true });
  expect(await at.getFlag(flag.id)).toMatchObject({ experiment_id: null, is_experiment_active: null });
  expect((await at.update(id, { settings: { featureFlag: null } })).feature_flag).toBeNull();
});

test("favourites and pins are each caller's own, and change nothing of the experiment", async () => {
  const { id, modified } = await at.create();
  const call = (method: string, what: string, as?: string) =>
    server.call(method, `${EXPERIMENTS}/${id}/${what}`, as ? { as } : {});
  expect((await call("PUT", "favorite")).body.results).toMatchObject({
    is_favorited: true,
    pinned_date: null,
  });
  const pinned = (await call("PUT", "pin")).body.results;
  expect(pinned).toMatchObject({ is_favorited: true, modified });
  expect(pinned.pinned_date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(
    (await server.call("GET", `${EXPERIMENTS}/${id}`, { as: server.operator })).body.results,
  ).toMatchObject({ is_favorited: false, pinned_date: null });
  expect((await call("DELETE", "pin")).body.results.pinned_date).toBeNull();
  expect((await call("DELETE", "favorite")).body.results.is_favorited).toBe(false);
  expect((await call("DELETE", "favorite")).status).toBe(200);
});

describe("roles", () => {
  async function account(role: string): Promise<string> {
    const made = await server.call("POST", "organizations/1/service-accounts", {
      body: { username: `${role} ${Math.random()}`, role: "member", projects: [{ id: 1, role }] },
    });
    return `${made.body.results.username}:${made.body.results.token}`;
  }
  const create = async (as: string, body: object = {}) =>
    server.call("POST", EXPERIMENTS, { as, body: { name: "Rights", ...body } });

  test("consumers read, analysts change, the creator and admins archive, delete and share", async () => {
    const [consumer, analyst, other, admin] = [
      await account("consumer"),
      await account("analyst"),
      await account("analyst"),
      await account("admin"),
    ];
    expect((await create(consumer)).status).toBe(403);
    const { id } = (await create(analyst)).body.results;
    const path = `${EXPERIMENTS}/${id}`;
    const seenBy = async (as: string) => (await server.call("GET", path, { as })).body.results;
    const rights = {
      can_view: true,
      is_superadmin: false,
      allow_staff_override: false,
      is_shared_with_project: true,
    };
    const all = { can_update_basic: true, can_update_restricted: true };
    const own = { can_update_visibility: true, can_share: true };
    const none = { can_update_visibility: false, can_share: false };
    expect(await seenBy(analyst)).toMatchObject({ ...rights, ...all, ...own });
    expect(await seenBy(other)).toMatchObject({ ...rights, ...all, ...none });
    expect(await seenBy(admin)).toMatchObject({ ...rights, ...all, ...own });
    expect(await seenBy(consumer)).toMatchObject({
      ...rights,
      ...none,
      can_update_basic: false,
      can_update_restricted: false,
    });
    expect((await server.call("PATCH", path, { as: other, body: { name: "Theirs" } })).status).toBe(200);
    for (const [method, action, body] of [
      ["POST", "/archive", undefined],
      ["DELETE", "", undefined],
      ["PATCH", "", { global_access_type: "off" }],
    ] as const) {
      const refused = await server.call(method, `${path}${action}`, { as: other, ...(body ? { body } : {}) });
      expect(refused).toMatchObject({ status: 403, body: { type: "not_yours" } });
    }
    expect((await server.call("DELETE", path, { as: admin })).status).toBe(200);
  });

  test("a private experiment is there for its creator and admins alone", async () => {
    const [analyst, other, admin] = [
      await account("analyst"),
      await account("analyst"),
      await account("admin"),
    ];
    const { id } = (await create(analyst, { global_access_type: "off" })).body.results;
    const sees = async (as: string) => {
      const list = (await server.call("GET", EXPERIMENTS, { as })).body.results as { id: string }[];
      return [
        (await server.call("GET", `${EXPERIMENTS}/${id}`, { as })).status,
        list.some((one) => one.id === id),
      ];
    };
    expect(await sees(analyst)).toEqual([200, true]);
    expect(await sees(admin)).toEqual([200, true]);
    expect(await sees(other)).toEqual([404, false]);
    const decide = await server.call("PATCH", `${EXPERIMENTS}/${id}/decide`, {
      as: other,
      body: { success: true },
    });
    expect(decide.status).toBe(404);
  });
});

test("the list has pages and filters", async () => {
  await at.create({ name: "One" });
  await at.create({ name: "Two" });
  const all = (await server.call("GET", EXPERIMENTS)).body.results;
  const page = (await server.call("GET", `${EXPERIMENTS}?page=2&page_size=2`)).body.results;
  expect(page).toEqual(all.slice(2, 4));
  const drafts = (await server.call("GET", `${EXPERIMENTS}?status=draft`)).body.results;
  expect(new Set(drafts.map(({ status }: { status: string }) => status))).toEqual(new Set(["draft"]));
  expect((await server.call("GET", `${EXPERIMENTS}?page_size=501`)).status).toBe(400);
  expect((await server.call("GET", `${EXPERIMENTS}?status=done`)).status).toBe(400);
});

test("every change has its line in the audit log", async () => {
  const { id } = await at.create();
  await at.update(id, { name: "Renamed" });
  await at.launch(id);
  await at.conclude(id);
  await at.decide(id, { success: false });
  const log = await server.call("GET", `projects/1/audit-log?target_id=${id}`);
  const actions = log.body.results.entries.map(({ action }: { action: string }) => action);
  expect(actions.reverse()).toEqual(
    ["create", "update", "launch", "conclude", "decide"].map((action) => `experiment.${action}`),
  );
});

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

describe("sample sizes", () => {
  const ask = (body: object) => server.call("POST", `${EXPERIMENTS}/sample-size`, { body });
  test("for rates and means, with days", async () => {
    expect((await ask({ baseline: 0.05, lift: 0.2, units_per_day: 2000 })).body.results).toEqual({
      units_per_variant: 8155,
      units: 16310,
      days: 9,
    });
    expect((await ask({ baseline: 0.1, lift: 0.1 })).body.results).toEqual({
      units_per_variant: 14749,
      units: 29498,
      days: null,
    });
    expect(
      (await ask({ kind: "mean", baseline: 10, variance: 100, lift: 0.1 })).body.results.units_per_variant,
    ).toBe(1570);
  });
  test.each([
    [{ baseline: 0, lift: 0.1 }, "lift"],
    [{ baseline: 0.9, lift: 0.5 }, "lift"],
    [{ baseline: 1.5, lift: 0.1 }, "baseline"],
    [{ baseline: 0.1, lift: 0 }, "lift"],
    [{ baseline: 0.1, lift: 1e-300 }, "lift"],
    [{ kind: "mean", baseline: 1, lift: 0.1 }, "variance"],
    [{ lift: 0.1 }, "baseline"],
    [{ baseline: "a", lift: 0.1 }, "baseline"],
  ])("%j is 400", async (body, field) => {
    expect(await ask(body)).toMatchObject({ status: 400, body: { field } });
  });
});
