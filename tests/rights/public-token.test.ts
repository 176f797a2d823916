import { afterAll, beforeAll, expect, test } from "vitest";
import { type AmplitudeServer, KEY, SECRET, startAmplitude } from "../../demo/origin/amplitude-server.ts";
import { vendorEvent } from "../../demo/origin/vendor-events.ts";
import { waitUntilLoaded } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { RAW_ROUTE_RULES } from "./raw-route-rules.ts";
import { differences, readQuietRows, tablesIn } from "./support/control-rows.ts";
import { type Ids, populate } from "./support/populate.ts";

/** The project token is in every web page. Here is all that it reads and changes. */
let server: TestServer;
let vendor: AmplitudeServer;
let a: Ids;
beforeAll(async () => {
  vendor = await startAmplitude();
  vendor.events = [vendorEvent(Date.parse("2026-01-10T00:00:00Z"))];
  server = await startTestServer({ config: { AMPLITUDE_EXPORT_URL: vendor.url } });
  a = await populate(server);
}, 120_000);
afterAll(async () => {
  await server.close();
  await vendor.close();
});

type Rule = {
  /** A request that succeeds, and one that is refused where that says more. */
  requests: () => { query?: string; body?: unknown; basic?: boolean }[];
  /** Tables of the control database in which rows may appear or change. Events go to the event store. */
  writes: string[];
  /** Keys the response may have, at any depth. `*`: keys that the request itself sent. */
  reads: string[];
};

const token = () => String(a.token);
const tracked = () => [{ event: "Open", properties: { token: token(), distinct_id: "t" } }];
const refused = () => [{ event: "", properties: { token: token() } }];
const profile = () => [{ $token: token(), $distinct_id: "t", $set: { plan: "free" } }];
const group = () => [{ $token: token(), $group_key: "company", $group_id: "t", $set: { size: 5 } }];
const imported = () => [
  { event: "Open", properties: { time: Date.now(), distinct_id: "t", $insert_id: "t" } },
];
const context = { distinct_id: "t" };
const inQuery = (records: unknown) => `data=${encodeURIComponent(JSON.stringify(records))}`;

/** What could not be stored as it came is counted, with a sample. */
const REFUSALS = ["ingestion_sample", "ingestion_tally"];
const PROFILES = ["profile", "profile_tally"];
const STRICT = [
  "code",
  "error",
  "failed_records",
  "field",
  "index",
  "insert_id",
  "message",
  "num_good_events",
];
const INGESTED = ["num_records_imported", "status", "$insert_id", "$distinct_id", ...STRICT];

const ingesting = (records: (() => unknown)[], writes: string[]): Record<"GET" | "POST", Rule> => ({
  POST: {
    requests: () =>
      records.flatMap((record) => ["", "verbose=1", "strict=1"].map((query) => ({ query, body: record() }))),
    writes,
    reads: INGESTED,
  },
  GET: {
    requests: () => records.map((record) => ({ query: `verbose=1&${inQuery(record())}` })),
    writes,
    reads: INGESTED,
  },
});
const track = ingesting([tracked, refused], REFUSALS);
const engage = ingesting([profile, () => [{ $token: token() }]], [...PROFILES, ...REFUSALS]);
const groups = ingesting([group, () => [{ $token: token() }]], [...PROFILES, ...REFUSALS]);
const evaluated = ["code", "flags", "pending_first_time_events", "flag_1", "flag_2", "flag_3"];
const variant = ["variant_key", "variant_value", "experiment_id", "is_experiment_active", "is_qa_tester"];

const RULES: Record<string, Rule> = {
  "POST /track": track.POST,
  "GET /track": track.GET,
  "POST /engage": engage.POST,
  "GET /engage": engage.GET,
  "POST /groups": groups.POST,
  "GET /groups": groups.GET,
  "POST /import": {
    requests: () => [
      { query: "strict=1", body: imported(), basic: true },
      { query: "strict=1", body: [{ event: "", properties: {} }], basic: true },
    ],
    writes: REFUSALS,
    reads: INGESTED,
  },
  "GET /import": {
    requests: () => [{ query: inQuery(imported()), basic: true }],
    writes: REFUSALS,
    reads: INGESTED,
  },
  "GET /flags": {
    requests: () => [{ query: `context=${JSON.stringify(context)}`, basic: true }],
    writes: [],
    reads: [...evaluated, ...variant],
  },
  "POST /flags": {
    requests: () => [{ query: `token=${token()}`, body: { context } }],
    writes: [],
    reads: [...evaluated, ...variant],
  },
  "GET /flags/definitions": {
    requests: () => [{ basic: true }],
    writes: [],
    reads: [
      ...["flags", "id", "name", "key", "status", "project_id", "workspace_id", "context", "hash_salt"],
      ...["experiment_id", "is_experiment_active", "ruleset", "variants", "value", "is_control", "split"],
      ...["rollout", "rollout_percentage", "variant_splits", "variant_override"],
      // Names of variants.
      ...["control", "treatment"],
    ],
  },
  "POST /migrate/:sourceTool": {
    requests: () => [
      { body: migration({}) },
      { body: migration({ DRY_RUN: true }) },
      { body: migration({ SOURCE_API_SECRET: "wrong" }) },
      { body: migration({ START_DATE: "never" }) },
    ],
    writes: ["audit_entry", "migration_job", "migration_slice", "profile", "profile_tally", ...REFUSALS],
    reads: [
      ...[
        "status",
        "results",
        "error",
        "type",
        "field",
        "job_id",
        "job_secret",
        "source_tool",
        "beta",
        "state",
      ],
      ...[
        "dry_run",
        "options",
        "region",
        "events_only",
        "profiles_only",
        "user_id_property",
        "map_experiments",
      ],
      ...["start_date", "end_date", "range_basis", "complete_through", "events", "exported", "transformed"],
      ...[
        "loaded",
        "would_load",
        "duplicates",
        "skipped",
        "failed",
        "in_flight",
        "profiles",
        "seen",
        "slices",
      ],
      ...["total", "done", "empty", "over_limit", "percent", "rate", "events_per_second", "eta_seconds"],
      ...["errors", "errors_total", "warnings", "progress_url", "message", "created", "started", "finished"],
      ...["plan", "by_day", "by_event", "day", "event", "properties", "property", "types", "properties_cut"],
      ...["exported_bytes", "expected_seconds", "string", "number", "array"],
    ],
  },
};
const migration = (more: object) => ({
  ...{ SOURCE_API_KEY: KEY, SOURCE_API_SECRET: SECRET, PROJECT_TOKEN: token() },
  ...{ START_DATE: "2026-01-10", END_DATE: "2026-01-10", ...more },
});

test("every operation that the token opens has a list of what it reads and changes", () => {
  const opened = Object.entries(RAW_ROUTE_RULES)
    .filter(([, rule]) => rule.includes("project token") || rule.includes("token in the body"))
    .map(([key]) => key);
  expect(Object.keys(RULES).sort()).toEqual(opened.sort());
});

test.each(Object.entries(RULES))(
  "%s reads and changes what its list says, and nothing else",
  async (key, rule) => {
    const [method = "", url = ""] = key.split(" ");
    const before = await readQuietRows(server);
    const keys = new Set<string>();
    const statuses: number[] = [];
    for (const { query = "", body, basic = false } of rule.requests()) {
      const path = `${url.replace(":sourceTool", "amplitude")}${query === "" ? "" : `?${query}`}`;
      const as = basic ? `${token()}:` : null;
      const answer = await server.call(method, path, { as, body });
      statuses.push(answer.status);
      collectKeys(answer.body, keys);
    }
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(0);
    expect(Math.max(...statuses)).toBeLessThan(500);
    await waitUntilLoaded(server);
    const changed = differences(before, await readQuietRows(server));
    expect(tablesIn(changed).filter((table) => !rule.writes.includes(table))).toEqual([]);
    // Only in the project that the token names.
    const projects = changed.map(({ row }) => row.project_id).filter((id) => id !== undefined);
    expect(projects.filter((id) => id !== a.projectId)).toEqual([]);
    expect([...keys].filter((name) => !rule.reads.includes(name))).toEqual([]);
  },
  60_000,
);

function collectKeys(value: unknown, into: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collectKeys(item, into);
  else if (typeof value === "object" && value !== null)
    for (const [name, item] of Object.entries(value)) {
      into.add(name);
      collectKeys(item, into);
    }
}
