import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { experimentsOf } from "../experiments/support.ts";
import { openBrowser } from "../support/browser.ts";
import { exportLines, waitUntilLoaded } from "../support/events.ts";
import { FIRST_ACCOUNT } from "../support/test-config.ts";
import { type ClientsServer, startClientsServer } from "./support/clients-server.ts";
import { startPageSite } from "./support/page-site.ts";
import { runNode } from "./support/run-client.ts";

let at: ClientsServer;
let flags: ReturnType<typeof experimentsOf>;
beforeAll(async () => {
  at = await startClientsServer();
  flags = experimentsOf(at.server);
}, 600_000);
afterAll(() => at.close());

const variants = (...splits: number[]) =>
  splits.map((split, n) => ({
    key: n === 0 ? "control" : `Variant ${n}`,
    value: `v${n}`,
    is_control: n === 0,
    split,
  }));

/** One flag for each thing a rule set can say. */
async function makeFlags(): Promise<void> {
  const rollout = (more: object = {}) => ({ rollout_percentage: 1, variant_splits: {}, ...more });
  const many: [string, object[], object[], object?][] = [
    ["halves", variants(0.5, 0.5), [rollout()]],
    ["thirds", variants(0.34, 0.33, 0.33), [rollout()]],
    ["some", variants(0.5, 0.5), [rollout({ rollout_percentage: 0.35 })]],
    ["nobody", variants(1), [rollout({ rollout_percentage: 0 })]],
    [
      "ordered",
      variants(0.5, 0.5),
      [
        rollout({ rollout_percentage: 0.2, variant_splits: { control: 0, "Variant 1": 1 } }),
        rollout({ rollout_percentage: 0.5 }),
      ],
    ],
    ["overridden", variants(0.5, 0.5), [rollout({ variant_override: { key: "VARIANT 1" } })]],
    [
      "ruled",
      variants(0.5, 0.5),
      [
        rollout({
          runtime_evaluation_rule: {
            and: [{ "==": [{ var: "PLAN" }, "Paid"] }, { ">": [{ var: "seats" }, 3] }],
          },
        }),
      ],
    ],
    [
      "ruled-lower",
      variants(0.5, 0.5),
      [
        rollout({
          runtime_evaluation_rule: {
            and: [
              { "==": [{ var: "plan" }, "Paid"] },
              { in: [{ var: "country" }, ["DE", "AT"]] },
              { semver_compare: [{ var: "version" }, ">=", "2.10"] },
            ],
          },
        }),
      ],
    ],
    ["defined", variants(1), [rollout({ runtime_evaluation_definition: { plan: "PAID", seats: 5 } })]],
    ["defined-capital", variants(1), [rollout({ runtime_evaluation_definition: { Plan: "paid" } })]],
    ["by-device", variants(0.5, 0.5), [rollout()], { context: "device_id" }],
  ];
  for (const [key, list, rules, more = {}] of many) {
    const users = list.length > 1 ? { "id-7": "variant 1" } : { "id-7": "CONTROL" };
    await flags.createFlag({ key, ruleset: { variants: list, rollout: rules, test: { users } }, ...more });
  }
}

const PROPERTIES = { Plan: "paid", SEATS: 5, country: "de", version: "v2.11.0-rc.1" };
const IDS = Array.from({ length: 10_000 }, (_, n) => (n % 50 === 0 ? `ü ${n} \u{1F600}` : `id-${n}`));

async function fromServer(id: string): Promise<Record<string, string>> {
  const context = JSON.stringify({ distinct_id: id, device_id: id, custom_properties: PROPERTIES });
  const { status, body } = await at.server.call(
    "GET",
    `/flags/?context=${encodeURIComponent(context)}&token=${at.token}`,
    { as: `${at.token}:` },
  );
  if (status !== 200) throw new Error(JSON.stringify(body));
  return Object.fromEntries(
    Object.entries(body.flags as Record<string, { variant_key: string }>).map(([key, { variant_key }]) => [
      key,
      variant_key,
    ]),
  );
}

test("ten thousand people get from the server what the published client works out itself", async () => {
  await makeFlags();
  const evaluate = async (credentials?: string[]): Promise<Record<string, string>[]> =>
    (
      await runNode("flags-with-node.mjs", at.front, {
        ...{ token: at.token, credentials, ids: IDS, properties: PROPERTIES },
      })
    ).local;
  const local = await evaluate([FIRST_ACCOUNT.username, FIRST_ACCOUNT.secret, "1"]);
  const ours: Record<string, string>[] = [];
  for (let from = 0; from < IDS.length; from += 50)
    ours.push(...(await Promise.all(IDS.slice(from, from + 50).map(fromServer))));
  expect(ours).toEqual(local);
  // Without an account the client knows no test users; everybody else gets the same.
  const tester = IDS.indexOf("id-7");
  const byToken = await evaluate();
  expect(byToken[tester]).not.toEqual(ours[tester]);
  expect(byToken.toSpliced(tester, 1)).toEqual(ours.toSpliced(tester, 1));
  const served = (flag: string) => ours.filter((each) => flag in each).length;
  expect(served("halves")).toBe(10_000);
  expect(served("nobody")).toBe(1);
  // A test user gets in where nobody else does.
  expect(served("defined-capital")).toBe(1);
  expect(served("some")).toBeGreaterThan(3_300);
  expect(served("ruled-lower")).toBe(10_000);
});

test("the Node client gets variants remotely, and its exposures are stored as it sent them", async () => {
  const { key, id: flagId } = await flags.createFlag({
    key: "node_remote",
    ruleset: {
      variants: variants(0.5, 0.5),
      rollout: [{ rollout_percentage: 1, variant_splits: {} }],
      test: { users: { tester: "Variant 1" } },
    },
  });
  const experiment = await flags.create({
    settings: { featureFlag: { id: flagId } },
    variants: variants(0.5, 0.5),
  });
  await flags.launch(experiment.id);
  const contexts = ["ana", "bo", "tester"].map((id) => [key, { distinct_id: id }]);
  let counted: { variant_key: string }[] = [];
  for (const credentials of [undefined, [FIRST_ACCOUNT.username, FIRST_ACCOUNT.secret, "1"]]) {
    const { remote } = await runNode("flags-with-node.mjs", at.front, {
      token: at.token,
      credentials,
      contexts,
      // With the token alone the client knows no test users, so it would count one as exposed.
      ...(credentials ? {} : { localContexts: contexts.slice(0, 2) }),
    });
    expect(remote).toHaveLength(3);
    counted = remote;
    for (const one of remote)
      expect(one).toMatchObject({
        variant_source: "remote",
        experiment_id: experiment.id,
        is_experiment_active: true,
      });
    expect(remote[2]).toMatchObject({ variant_key: "Variant 1", variant_value: "v1", is_qa_tester: true });
  }
  const computed = await countExposures(experiment.id, 2);
  const given = new Set(["ana", "bo"].map((_, n) => counted[n]?.variant_key));
  for (const variant of given) expect(computed[String(variant)]).toBeGreaterThan(0);
  // The tester is left out, and whoever was asked for twice counts once.
  expect(computed.$overall).toBe(2);
  const missing = await runNode("flags-with-node.mjs", at.front, {
    token: at.token,
    contexts: [["no such flag", { distinct_id: "ana" }]],
  });
  expect(missing.remote[0]).toMatchObject({ variant_value: "fallback" });
});

test("exposures of the Node client arrive", async () => {
  const { key } = await flags.createFlag({ key: "node_exposed" });
  const { remote } = await runNode("flags-with-node.mjs", at.front, {
    token: at.token,
    contexts: [[key, { distinct_id: "exposed" }]],
  });
  await waitUntilLoaded(at.server);
  const seen = (await exportLines(at.server))
    .map((line) => JSON.parse(line))
    .filter(({ properties }) => properties["Experiment name"] === key);
  expect(seen.length).toBeGreaterThan(0);
  for (const { event, properties } of seen) {
    expect(event).toBe("$experiment_started");
    expect(properties).toMatchObject({
      "Variant name": remote[0].variant_key,
      $experiment_type: "feature_flag",
      distinct_id: "exposed",
    });
  }
});

/** What the experiment counts once so many exposures have come in. */
async function countExposures(id: string, least: number): Promise<Record<string, number>> {
  for (let look = 0; look < 400; look += 1) {
    await waitUntilLoaded(at.server);
    const { body } = await at.server.call("POST", `workspaces/1/experiments/${id}/compute`);
    if (body.results.exposures_cache.$overall >= least) return body.results.exposures_cache;
    await sleep(100);
  }
  throw new Error("the exposures did not come in");
}

test("the browser's client gets its variants in Chromium, and its exposure counts", async () => {
  const flag = await flags.createFlag({
    key: "browser_flag",
    ruleset: { variants: variants(0, 1), rollout: [{ rollout_percentage: 1, variant_splits: {} }] },
  });
  const experiment = await flags.create({
    settings: { featureFlag: { id: flag.id } },
    variants: variants(0, 1),
  });
  await flags.launch(experiment.id);
  const site = await startPageSite();
  const browser = await openBrowser();
  try {
    const page = await browser.context.newPage();
    const session = await browser.context.newCDPSession(page);
    const userAgent = String(await page.evaluate("navigator.userAgent")).replace("Headless", "");
    await session.send("Network.setUserAgentOverride", { userAgent });
    await page.goto(`${site.url}/shop`);
    const config = JSON.stringify({ api_host: at.server.url, batch_requests: false, flags: true });
    await page.evaluate(`startClient(${JSON.stringify(at.token)}, ${config})`);
    expect(await page.evaluate('mixpanel.flags.get_variant_value("browser_flag", "fallback")')).toBe("v1");
    expect(await page.evaluate('mixpanel.flags.get_variant_value("no such flag", "fallback")')).toBe(
      "fallback",
    );
    expect(await page.evaluate('mixpanel.flags.get_variant_sync("browser_flag", {})')).toMatchObject({
      key: "Variant 1",
      experiment_id: experiment.id,
      is_experiment_active: true,
    });
    for (let look = 0; look < 400; look += 1) {
      await waitUntilLoaded(at.server);
      if ((await exportLines(at.server)).some((line) => line.includes('"browser_flag"'))) break;
      await sleep(100);
    }
    const [exposure] = (await exportLines(at.server))
      .map((line) => JSON.parse(line))
      .filter(({ properties }) => properties["Experiment name"] === "browser_flag");
    expect(exposure).toMatchObject({
      event: "$experiment_started",
      properties: { "Variant name": "Variant 1", $experiment_id: experiment.id, $variant_source: "network" },
    });
    expect(await countExposures(experiment.id, 1)).toMatchObject({
      "Variant 1": 1,
      control: 0,
      $overall: 1,
    });
  } finally {
    await browser.close();
    await site.close();
  }
});
