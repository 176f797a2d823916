import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { experimentsOf, FLAGS, flagBody } from "../experiments/support.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let at: ReturnType<typeof experimentsOf>;
beforeAll(async () => {
  server = await startTestServer({ config: { AUTH_FAILURES_PER_MINUTE: 0 } });
  at = experimentsOf(server);
});
afterAll(() => server.close());

const rollout = (percentage: number, more: object = {}) => ({
  rollout_percentage: percentage,
  variant_splits: {},
  ...more,
});

/** Each level asks the next one for each of a hundred items. */
const listsInLists = (levels: number): unknown =>
  levels === 0 ? true : { all: [Array(100).fill(1), listsInLists(levels - 1)] };

describe("managing", () => {
  test("a flag is created with a salt, read, listed, replaced and deleted", async () => {
    const answer = await server.call("POST", FLAGS, { body: flagBody() });
    expect(answer.status).toBe(200);
    const flag = answer.body.results;
    expect(flag).toMatchObject({
      content_type: "feature-flags",
      project_id: 1,
      workspace_id: 1,
      is_experiment_active: null,
      experiment_id: null,
    });
    expect(flag.hash_salt).toMatch(/^[0-9a-f]{32}$/);
    expect(flag.enabled_at).toBe(flag.created);
    expect(await at.getFlag(flag.id)).toEqual(flag);
    expect((await server.call("GET", FLAGS)).body.results).toContainEqual(flag);
    const replaced = await at.replaceFlag(flag.id, { key: flag.key, name: "Other", status: "disabled" });
    expect(replaced).toMatchObject({ name: "Other", status: "disabled", hash_salt: flag.hash_salt });
    const reset = await at.replaceFlag(flag.id, { key: flag.key, reset_hash_salt: true });
    expect(reset.hash_salt).not.toBe(flag.hash_salt);
    expect((await server.call("DELETE", `${FLAGS}/${flag.id}`)).body).toEqual({ status: "ok", results: {} });
    expect((await server.call("GET", `${FLAGS}/${flag.id}`)).status).toBe(404);
    const log = await server.call("GET", `projects/1/audit-log?target_id=${flag.id}`);
    expect(log.body.results.entries.map(({ action }: { action: string }) => action)).toEqual([
      "flag.delete",
      "flag.update",
      "flag.update",
      "flag.create",
    ]);
  });

  test("an archived flag leaves the list unless it is asked for", async () => {
    const flag = await at.createFlag({ status: "archived" });
    expect(flag.deleted).toBe(flag.created);
    const keys = async (query: string) =>
      ((await server.call("GET", `${FLAGS}${query}`)).body.results as { key: string }[]).map(
        ({ key }) => key,
      );
    expect(await keys("")).not.toContain(flag.key);
    expect(await keys("?include_archived=true")).toContain(flag.key);
  });

  test("a stale If-Match is 409, as is a key that is taken, a context that was served, an active experiment", async () => {
    const flag = await at.createFlag();
    const put = (body: object, headers = {}) =>
      server.call("PUT", `${FLAGS}/${flag.id}`, { body: { ...flagBody(), key: flag.key, ...body }, headers });
    expect((await put({}, { "if-match": `"${flag.modified}"` })).status).toBe(200);
    expect(await put({}, { "if-match": `"${flag.modified}"` })).toMatchObject({
      status: 409,
      body: { type: "stale" },
    });
    const other = await at.createFlag();
    expect(await put({ key: other.key })).toMatchObject({ status: 409, body: { type: "key_taken" } });
    expect((await server.call("POST", FLAGS, { body: { ...flagBody(), key: flag.key } })).status).toBe(409);
    expect(await put({ context: "device_id" })).toMatchObject({
      status: 409,
      body: { type: "context_frozen" },
    });
    const { id } = await at.create({ settings: { featureFlag: { id: flag.id } } });
    await at.launch(id);
    expect((await server.call("DELETE", `${FLAGS}/${flag.id}`)).body.type).toBe("experiment_active");
    expect(
      await server.call("PUT", `${FLAGS}/${other.id}`, {
        body: { ...flagBody(), key: other.key, experiment_id: id },
      }),
    ).toMatchObject({ status: 409, body: { type: "experiment_taken" } });
  });

  const variant = (key: string, more: object = {}) => ({ key, value: true, split: 0.5, ...more });
  const ruleset = (more: object) => ({ ruleset: { ...flagBody().ruleset, ...more } });
  const bad: [string, object, string][] = [
    ["no key", { key: undefined }, "key: is required"],
    ["no tags", { tags: undefined }, "tags: is required"],
    ["an unknown key of the body", { colour: 1 }, "colour: is not a known key"],
    ["an unknown way to serve", { serving_method: "pigeon" }, "serving_method: "],
    ["an unknown status", { status: "on" }, "status: "],
    ["a short salt", { hash_salt: "abc" }, "hash_salt: "],
    ["another workspace", { workspace_id: 77 }, "workspace_id: must be 1"],
    [
      "an unknown experiment",
      { experiment_id: "00000000-0000-4000-8000-000000000000" },
      "experiment_id: must be the id of an experiment",
    ],
    ["no variants", ruleset({ variants: [] }), "ruleset.variants: must hold at least one"],
    [
      "splits that do not add up",
      ruleset({ variants: [variant("a"), variant("b", { split: 0.6 })] }),
      "ruleset.variants: must have splits that add up to 1, not to 1.1",
    ],
    [
      "two controls",
      ruleset({ variants: [variant("a", { is_control: true }), variant("b", { is_control: true })] }),
      "one control at most, not 'a', 'b'",
    ],
    [
      "a cohort",
      ruleset({ rollout: [rollout(1, { cohort_definition: { id: 5 } })] }),
      "ruleset.rollout[0].cohort_definition: must be left out: cohorts are not supported yet",
    ],
    [
      "a cohort's hash",
      ruleset({ rollout: [rollout(1), rollout(1, { cohort_hash: "x" })] }),
      "ruleset.rollout[1].cohort_hash: ",
    ],
    [
      "a first-time event",
      ruleset({ rollout: [rollout(1, { runtime_event_rule: { event_name: "A" } })] }),
      "first-time events are not supported yet",
    ],
    ["a percentage of 50", ruleset({ rollout: [rollout(50)] }), "ruleset.rollout[0].rollout_percentage: "],
    [
      "a split for an unknown variant",
      ruleset({ rollout: [rollout(1, { variant_splits: { nope: 1 } })] }),
      "names 'nope', which is no variant",
    ],
    [
      "splits of a rollout that do not add up",
      ruleset({ rollout: [rollout(1, { variant_splits: { control: 0.1, treatment: 0.1 } })] }),
      "ruleset.rollout[0].variant_splits: must have splits",
    ],
    [
      "an unknown operator",
      ruleset({
        rollout: [
          rollout(1, { runtime_evaluation_rule: { method: [{ var: "constructor" }, "constructor"] } }),
        ],
      }),
      "ruleset.rollout[0].runtime_evaluation_rule: uses 'method', which is not an operator",
    ],
    [
      "a rule that is too deep",
      ruleset({
        rollout: [
          rollout(1, { runtime_evaluation_rule: JSON.parse(`${'{"!":['.repeat(25)}1${"]}".repeat(25)}`) }),
        ],
      }),
      "nested deeper than 20",
    ],
    ...[false, "plan", 1, [], [true], {}].map((rule): [string, object, string] => [
      `the rule ${JSON.stringify(rule)}`,
      ruleset({ rollout: [rollout(1, { runtime_evaluation_rule: rule })] }),
      "ruleset.rollout[0].runtime_evaluation_rule: must be an operation",
    ]),
    [
      "a rule that would take for ever",
      ruleset({ rollout: [rollout(1, { runtime_evaluation_rule: listsInLists(6) })] }),
      "takes too many steps to decide",
    ],
    [
      "a test user of an unknown variant",
      ruleset({ test: { users: { ana: "nope" } } }),
      "gives 'ana' the variant 'nope'",
    ],
    [
      "an override of an unknown variant",
      ruleset({ rollout: [rollout(1, { variant_override: { key: "nope" } })] }),
      "variant_override: must name a variant",
    ],
  ];
  test.each(bad)("%s is 400 and names the field", async (_, body, error) => {
    const answer = await server.call("POST", FLAGS, { body: { ...flagBody(), ...body } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(400);
    expect(answer.body.error).toContain(error);
  });

  test("of two that take the same key or the same experiment at once, one is told that it is taken", async () => {
    const { id } = await at.create();
    const flags = [await at.createFlag(), await at.createFlag()];
    const putBoth = async (body: object) => {
      const answers = flags.map((flag) =>
        server.call("PUT", `${FLAGS}/${flag.id}`, { body: { ...flagBody(), key: flag.key, ...body } }),
      );
      return (await Promise.all(answers)).map(({ status }) => status).sort();
    };
    for (let round = 0; round < 5; round += 1)
      expect(await putBoth({ key: `both_${round}` })).toEqual([200, 409]);
    expect(await putBoth({ experiment_id: id })).toEqual([200, 409]);
  });

  test("a flag's own side and the experiment's may make links at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await at.create();
      const [one, other] = [await at.createFlag(), await at.createFlag()];
      const [put, patched] = await Promise.all([
        server.call("PUT", `${FLAGS}/${one.id}`, {
          body: { ...flagBody(), key: one.key, experiment_id: id },
        }),
        server.call("PATCH", `workspaces/1/experiments/${id}`, {
          body: { settings: { featureFlag: { id: other.id } } },
        }),
      ]);
      expect([200, 409]).toContain(put.status);
      expect(patched.status).toBe(200);
      // The experiment's side takes the other flag's place; the flag's side is told that there is one.
      expect((await at.get(id)).feature_flag.id).toBe(other.id);
    }
  });

  test("unknown flags are 404, a project that is not the workspace's 403", async () => {
    expect((await server.call("GET", `${FLAGS}/nothing`)).status).toBe(404);
    expect(
      (await server.call("PUT", `${FLAGS}/00000000-0000-4000-8000-000000000000`, { body: flagBody() }))
        .status,
    ).toBe(404);
    const other = (await server.call("POST", "organizations/1/projects", { body: { name: "Other" } })).body
      .results;
    expect((await server.call("GET", `projects/${other.id}/workspaces/1/feature-flags`)).status).toBe(403);
    expect((await server.call("GET", "projects/1/workspaces/999/feature-flags")).status).toBe(403);
  });
});
