import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { EXPERIMENTS, experimentsOf } from "./support.ts";

let server: TestServer;
let at: ReturnType<typeof experimentsOf>;
beforeAll(async () => {
  server = await startTestServer();
  at = experimentsOf(server);
});
afterAll(() => server.close());

/** Every field of the record, with its base type; the list is written by hand, from the interface. */
const FIELDS: Record<string, string[]> = {
  id: ["string"],
  name: ["string"],
  content_type: ["string"],
  description: ["string", "null"],
  created: ["string"],
  modified: ["string"],
  deleted: ["string", "null"],
  pinned_date: ["string", "null"],
  start_date: ["string", "null"],
  end_date: ["string", "null"],
  creator_id: ["number", "null"],
  last_modified_by_id: ["number"],
  creator_name: ["string", "null"],
  creator_email: ["string", "null"],
  last_modified_by_name: ["string"],
  last_modified_by_email: ["string"],
  is_favorited: ["boolean"],
  tags: ["array"],
  hypothesis: ["string", "null"],
  can_view: ["boolean"],
  can_update_basic: ["boolean"],
  can_update_restricted: ["boolean"],
  can_update_visibility: ["boolean"],
  is_superadmin: ["boolean"],
  allow_staff_override: ["boolean"],
  can_share: ["boolean"],
  is_shared_with_project: ["boolean"],
  status: ["string"],
  variants: ["array"],
  metrics: ["array"],
  settings: ["object"],
  exposures_cache: ["object"],
  results_cache: ["object"],
  feature_flag: ["object", "null"],
};
const typeOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

function expectRecord(record: Record<string, unknown>): void {
  expect(Object.keys(record).sort()).toEqual(Object.keys(FIELDS).sort());
  for (const [field, types] of Object.entries(FIELDS)) expect(types, field).toContain(typeOf(record[field]));
}

async function running(more: object = {}) {
  const { id } = await at.create(more);
  await at.launch(id);
  return id as string;
}

async function withFlag() {
  const flag = await at.createFlag();
  const id = await running({ settings: { featureFlag: { id: flag.id } } });
  return { id, flag: flag.id as string };
}

test("every answer with a record has every field, with its type", async () => {
  const created = await server.call("POST", EXPERIMENTS, { body: { name: "All fields" } });
  expect(created.status).toBe(201);
  const { id } = created.body.results;
  const answers = [
    created.body.results,
    (await server.call("GET", EXPERIMENTS)).body.results[0],
    await at.get(id),
    await at.update(id, { hypothesis: "It works." }),
    await at.launch(id),
    await at.conclude(id),
    await at.decide(id, { success: true, variant: "treatment", message: "Shipped." }),
    (await server.call("POST", `${EXPERIMENTS}/${id}/duplicate`, { body: { name: "Copy" } })).body.results,
    (await server.call("DELETE", `${EXPERIMENTS}/${id}/archive`)).body.results,
  ];
  for (const record of answers) expectRecord(record);
});

test("a decision answers ok and the record, with who, when, why and which variant", async () => {
  const id = await running();
  const { status, body } = await server.call("PATCH", `${EXPERIMENTS}/${id}/decide`, {
    body: { success: true, variant: "Treatment", message: "More orders." },
  });
  expect(status).toBe(200);
  expect(body.status).toBe("ok");
  expect(body.results).toMatchObject({
    id,
    status: "success",
    results_cache: {
      variant: "treatment",
      message: "More orders.",
      decision: { success: true, revision: 1, decided_by_id: body.results.last_modified_by_id },
    },
  });
  expect(body.results.end_date).toBe(body.results.results_cache.decision.decided_at);
});

test("the same decision again gives the same bytes and no further line in the audit log", async () => {
  const id = await running();
  const path = `${EXPERIMENTS}/${id}/decide`;
  const decision = { success: false, message: "No effect." };
  const first = await server.call("PATCH", path, { body: decision });
  const again = await server.call("PATCH", path, { body: decision });
  expect(again.body).toEqual(first.body);
  const log = await server.call("GET", `projects/1/audit-log?action=experiment.decide&target_id=${id}`);
  expect(log.body.results.entries ?? log.body.results).toHaveLength(1);
});

describe("what becomes of the flag", () => {
  const cases: [string, object, object][] = [
    [
      "a treatment is shipped",
      { success: true, variant: "treatment" },
      { status: "enabled", splits: { control: 0, treatment: 1 } },
    ],
    [
      "the control is shipped",
      { success: true, variant: "control" },
      { status: "enabled", splits: { control: 1, treatment: 0 } },
    ],
    ["nothing is shipped", { success: true, variant: "__no_variant_shipped__" }, { status: "disabled" }],
    ["nothing is said", { success: true }, { status: "disabled" }],
    ["it is deferred", { success: true, variant: "__defer_variant_decision__" }, { status: "enabled" }],
    ["it failed", { success: false, variant: "treatment" }, { status: "disabled" }],
  ];
  test.each(cases)("%s", async (_, body, expected) => {
    const { id, flag } = await withFlag();
    const before = await at.getFlag(flag);
    expect(before).toMatchObject({ status: "enabled", is_experiment_active: true, experiment_id: id });
    const record = await at.decide(id, body);
    const after = await at.getFlag(flag);
    const { status, splits } = expected as { status: string; splits?: object };
    expect(after).toMatchObject({ status, is_experiment_active: false, experiment_id: id });
    if (splits)
      expect(after.ruleset.rollout).toEqual([
        { name: expect.any(String), rollout_percentage: 1, variant_splits: splits },
      ]);
    else expect(after.ruleset).toEqual(before.ruleset);
    expect(record.results_cache.decision.previous_ruleset).toEqual(before.ruleset);
    expect(record.feature_flag).toEqual(after);
  });

  test("log_only leaves it alone", async () => {
    const flag = await at.createFlag();
    const id = await running({ settings: { featureFlag: { key: flag.key, onDecide: "log_only" } } });
    const before = await at.getFlag(flag.id);
    await at.decide(id, { success: true, variant: "treatment" });
    expect(await at.getFlag(flag.id)).toEqual(before);
  });

  test("an edit starts from the rules before the first decision, an undo leaves the flag alone", async () => {
    const { id, flag } = await withFlag();
    const before = (await at.getFlag(flag)).ruleset;
    await at.decide(id, { success: true, variant: "treatment" });
    const edited = await at.decide(id, { success: true, variant: "control", message: "Wrong one." });
    expect(edited.results_cache.decision).toMatchObject({ revision: 2, previous_ruleset: before });
    const shipped = await at.getFlag(flag);
    expect(shipped.ruleset.rollout[0].variant_splits).toEqual({ control: 1, treatment: 0 });
    const undone = await at.update(id, { status: "concluded" });
    expect(undone.status).toBe("concluded");
    expect(undone.results_cache).not.toHaveProperty("decision");
    expect(undone.results_cache).not.toHaveProperty("message");
    expect(await at.getFlag(flag)).toEqual(shipped);
    const failed = await at.decide(id, { success: false });
    expect(failed.results_cache.decision).toMatchObject({ revision: 3, previous_ruleset: before });
    expect(await at.getFlag(flag)).toMatchObject({ status: "disabled", ruleset: before });
  });

  test("a flag that was edited by hand, archived or deleted is left alone, and the record says so", async () => {
    const { id, flag } = await withFlag();
    await at.conclude(id);
    const { key, ruleset } = await at.getFlag(flag);
    const byHand = await at.replaceFlag(flag, { key, ruleset, name: "Renamed" });
    const record = await at.decide(id, { success: false });
    expect(record.results_cache.decision.flag_warning).toContain("edited by hand");
    expect(await at.getFlag(flag)).toEqual(byHand);
    const archived = await withFlag();
    const was = await at.getFlag(archived.flag);
    await at.replaceFlag(archived.flag, { key: was.key, status: "archived" });
    const other = await at.decide(archived.id, { success: true, variant: "treatment" });
    expect(other.results_cache.decision.flag_warning).toContain("archived");
  });
});

test("decisions at the same time take turns: one stands, the others are its edits", async () => {
  const { id, flag } = await withFlag();
  const before = (await at.getFlag(flag)).ruleset;
  const bodies = [
    { success: true, variant: "treatment", message: "a" },
    { success: true, variant: "control", message: "b" },
    { success: false, message: "c" },
    { success: true, variant: "__no_variant_shipped__", message: "d" },
  ];
  const records = await Promise.all(bodies.map((body) => at.decide(id, body)));
  const revisions = records.map(({ results_cache }) => results_cache.decision.revision);
  expect([...revisions].sort()).toEqual([1, 2, 3, 4]);
  const last = records[revisions.indexOf(4)];
  expect(await at.get(id)).toEqual(last);
  expect(last.results_cache.decision.previous_ruleset).toEqual(before);
});

describe("refusals", () => {
  const decide = (id: string, body: unknown, more: object = {}) =>
    server.call("PATCH", `${EXPERIMENTS}/${id}/decide`, { body, ...more });

  test("a draft is 409 and says what to do", async () => {
    const { id } = await at.create();
    const { status, body } = await decide(id, { success: true });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      status: "error",
      type: "wrong_state",
      error: expect.stringContaining("launch it"),
    });
  });

  const bad: [string, unknown, string][] = [
    ["an empty body", {}, "success: is required."],
    ["a text for success", { success: "true" }, "success: must be boolean."],
    ["a number for success", { success: 1 }, "success: must be boolean."],
    ["a list for the variant", { success: true, variant: ["treatment"] }, "variant: "],
    [
      "an unknown variant",
      { success: true, variant: "nope" },
      "variant: 'nope' is no variant of this experiment",
    ],
    ["an unknown variant of a failure", { success: false, variant: "nope" }, "variant: 'nope'"],
    ["a constant with a failure", { success: false, variant: "__no_variant_shipped__" }, "variant: "],
    ["a message of 10,001 characters", { success: true, message: "x".repeat(10_001) }, "message: "],
    ["a key nobody knows", { success: true, winner: "treatment" }, "winner: is not a known key; remove it."],
    ["no JSON", "{", "The body is not valid JSON"],
    ["a list", [], ""],
    ["null", "null", ""],
  ];
  test.each(bad)("%s is 400 and names the field", async (_, body, error) => {
    const id = await running();
    const answer = await decide(id, body);
    expect(answer.status).toBe(400);
    expect(answer.body.status).toBe("error");
    expect(answer.body.error).toContain(error);
    expect((await at.get(id)).status).toBe("active");
  });

  test("unknown ids are 404, another workspace is 403, a word for a workspace is 400, nobody is 401", async () => {
    const body = { success: true };
    expect((await decide("00000000-0000-4000-8000-000000000000", body)).status).toBe(404);
    expect((await decide("not-an-id", body)).status).toBe(404);
    const id = await running();
    const at = (workspace: string) => `workspaces/${workspace}/experiments/${id}/decide`;
    expect((await server.call("PATCH", at("999"), { body })).status).toBe(403);
    expect((await server.call("PATCH", at("one"), { body })).status).toBe(400);
    expect((await decide(id, body, { as: null })).status).toBe(401);
  });

  test("another project's workspace does not show this one's experiments", async () => {
    const id = await running();
    const project = (await server.call("POST", "organizations/1/projects", { body: { name: "Other" } })).body
      .results;
    const [workspace] = (await server.call("GET", `projects/${project.id}/workspaces`)).body.results;
    const path = `workspaces/${workspace.id}/experiments/${id}`;
    expect((await server.call("PATCH", `${path}/decide`, { body: { success: true } })).status).toBe(404);
    expect((await server.call("GET", path)).status).toBe(404);
  });

  test("a stale If-Match is 409, the right one is taken", async () => {
    const id = await running();
    const { modified } = await at.get(id);
    await at.update(id, { hypothesis: "Meanwhile." });
    const stale = await decide(id, { success: true }, { headers: { "if-match": `"${modified}"` } });
    expect(stale).toMatchObject({ status: 409, body: { type: "stale" } });
    const now = (await at.get(id)).modified;
    expect((await decide(id, { success: true }, { headers: { "if-match": `"${now}"` } })).status).toBe(200);
  });

  test("another method is 405 and says which", async () => {
    const { status, headers } = await server.call("POST", `${EXPERIMENTS}/x/decide`, { body: {} });
    expect(status).toBe(405);
    expect(headers.get("allow")).toContain("PATCH");
  });
});
