import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Action, TRANSITIONS } from "../../src/experiments/record/states.ts";
import { STATUSES } from "../../src/experiments/record/types.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
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
    {
      variants: [
        { key: "control", value: false, split: 0.5 },
        { key: "treatment", value: true, split: 0.5, is_control: true },
      ],
    },
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
