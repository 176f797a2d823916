import { afterAll, beforeAll, expect, test } from "vitest";
import type { RawRoute, Route } from "../../src/http/index.ts";
import { exportLines, waitUntilLoaded } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { type ControlRows, differences, readQuietRows } from "./support/control-rows.ts";
import { type Ids, MEMBER, populate } from "./support/populate.ts";

/**
 * Every operation that changes something, as the owner of organization B, with the ids of organization A in each position that takes
 * one: in the path, below A and below B, and in the body. A's rows and events stay as they are, and no new row belongs to A.
 */
let server: TestServer;
let a: Ids;
let rows: ControlRows;
let events: string[];
beforeAll(async () => {
  server = await startTestServer({
    config: { AUTH_FAILURES_PER_MINUTE: 0, AMPLITUDE_EXPORT_URL: "http://127.0.0.1:9" },
  });
  a = await populate(server);
  rows = await readQuietRows(server);
  events = await exportLines(server);
  expect(events.length).toBeGreaterThan(0);
}, 120_000);
afterAll(() => server.close());

type B = { organizationId: number; projectId: number; workspaceId: number; token: string; as: string };

/** A new one for each operation: the last may have deleted its own. */
async function makeB(): Promise<B> {
  const as = server.operator;
  const made = async (path: string, body: object) =>
    (await server.call("POST", path, { as, body })).body.results;
  const { id: organizationId } = await made("organizations", { name: "B" });
  const account = await made(`organizations/${organizationId}/service-accounts`, {
    ...{ username: "b", role: "owner" },
  });
  const project = await made(`organizations/${organizationId}/projects`, { name: "B" });
  const workspaces = await server.call("GET", `projects/${project.id}/workspaces`, { as });
  return {
    ...{ organizationId, projectId: project.id, token: project.token },
    workspaceId: workspaces.body.results[0].id,
    as: `${account.username}:${account.token}`,
  };
}

const changes = ({ method }: { method: string }): boolean => method !== "GET";
const SCOPES = ["organizationId", "projectId", "workspaceId"] as const;
const isScope = (name: string): name is (typeof SCOPES)[number] => SCOPES.some((scope) => scope === name);

/** A's id for a parameter. A new kind of parameter needs a line in `populate`. */
function idOf(name: string): string {
  const id = a[name];
  if (id === undefined) throw new Error(`populate() has no '${name}' of organization A`);
  return encodeURIComponent(String(id));
}

/** The path with each scope once A's and once B's, and A's ids for everything below. */
function pathsOf(url: string, b: B): string[] {
  const names = [...url.matchAll(/:([A-Za-z]+)/g)].map(([, name = ""]) => name);
  const scopes = names.filter(isScope);
  return Array.from({ length: 2 ** scopes.length }, (_, bits) =>
    url.replace(/:([A-Za-z]+)/g, (_whole, name: string) =>
      isScope(name) && (bits >> scopes.indexOf(name)) & 1 ? String(b[name]) : idOf(name),
    ),
  );
}

/** Fields that take an id, by their name in a body. */
const FIELDS: Record<string, () => unknown> = {
  service_account_ids: () => [a.serviceAccountId],
  warehouse_source_id: () => a.sourceId,
  lookup_table_id: () => a.table,
  experiment_id: () => a.experiment,
  data_group_id: () => String(a.dataGroupId),
  featureFlag: () => ({ id: a.flag }),
  distinct_ids: () => ["user-1"],
  email: () => MEMBER,
  // Nothing outside of this machine is asked.
  host: () => "127.0.0.1",
};

function withIdsOfA(value: unknown, under = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => withIdsOfA(item, under));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const field = FIELDS[name];
      if (field !== undefined) return [name, field()];
      return [name, name === "id" && under === "projects" ? a.projectId : withIdsOfA(item, name)];
    }),
  );
}

/** Bodies with ids that the example of an operation leaves out. */
const flagsWithIds = (body: Record<string, unknown>): object[] => [
  { ...body, experiment_id: a.experiment },
  { ...body, data_group_id: String(a.dataGroupId) },
];
const MORE_BODIES: Record<string, (body: Record<string, unknown>) => object[]> = {
  "POST /api/app/projects/:projectId/workspaces/:workspaceId/feature-flags": flagsWithIds,
  "PUT /api/app/projects/:projectId/workspaces/:workspaceId/feature-flags/:flag": flagsWithIds,
  "PATCH /api/app/workspaces/:workspaceId/experiments/:experiment": () => [
    { settings: { featureFlag: { id: a.flag } } },
    { settings: { featureFlag: { key: a.flagKey } } },
  ],
};

const keyOf = ({ method, url }: Route): string => `${method} ${url}`;

function bodiesOf(route: Route): (object | undefined)[] {
  if (route.body === undefined) return [undefined];
  const { body } = route.example;
  if (typeof body !== "object" || body === null)
    throw new Error(`${keyOf(route)} has no example of its body`);
  const given = withIdsOfA(body) as Record<string, unknown>;
  return [given, ...(MORE_BODIES[keyOf(route)]?.(given) ?? [])];
}

async function expectUntouched(): Promise<void> {
  await waitUntilLoaded(server);
  const found = differences(rows, await readQuietRows(server));
  expect(found.filter(({ change, row }) => change === "gone" || belongsToA(row))).toEqual([]);
  expect(await exportLines(server)).toEqual(events);
}

const COLUMNS = { organization_id: "organizationId", project_id: "projectId", workspace_id: "workspaceId" };
/** A line of the log that names A is B's attempt, if anything: none is expected either. */
const belongsToA = (row: Record<string, unknown>): boolean =>
  Object.entries(COLUMNS).some(([column, name]) => row[column] === a[name]) ||
  (row.project_id !== undefined && row.project_id === a.deletedProjectId);

test("no operation of the application API changes another organization", async () => {
  const routes = server.running.routes.filter(changes);
  expect(routes.length).toBeGreaterThan(70);
  const allowed: string[] = [];
  for (const route of routes) {
    for (const body of bodiesOf(route)) {
      const b = await makeB();
      for (const path of pathsOf(route.url, b)) {
        const answer = await server.call(route.method, path, { as: b.as, body });
        expect(answer.status, `${route.method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(500);
        const isBelowA = SCOPES.some((scope) => path.includes(scopeOfA(scope)));
        if (answer.status < 400 && isBelowA) allowed.push(`${route.method} ${path}`);
      }
    }
  }
  expect(allowed).toEqual([]);
  await expectUntouched();
}, 300_000);

/** How a path below A begins. */
const scopeOfA = (scope: (typeof SCOPES)[number]): string =>
  `/${{ organizationId: "organizations", projectId: "projects", workspaceId: "workspaces" }[scope]}/${a[scope]}/`;

const event = () => ({ event: "B", properties: { time: Date.now(), distinct_id: "b", $insert_id: "b" } });
const tracked = ({ token }: B) => [{ event: "B", properties: { token, distinct_id: "user-1" } }];
const profile = ({ token }: B) => [{ $token: token, $distinct_id: "user-1", $set: { plan: "b" } }];
const group = ({ token }: B) => [
  { $token: token, $group_key: "company", $group_id: "x", $set: { plan: "b" } },
];
const inQuery = (records: unknown): string => `&data=${encodeURIComponent(JSON.stringify(records))}`;
const days = "&from_date=2026-01-01&to_date=2026-01-02";

type RawRequest = { query?: (b: B) => string; body?: (b: B) => unknown; contentType?: string };

/** What the routes with dialects of their own are sent, besides `project_id`. Some change things by GET, so all are here. */
const RAW_REQUESTS: Record<string, RawRequest> = {
  "POST /api/auth/sign-in/email": { body: () => ({ email: MEMBER, password: "a guess of B's" }) },
  "POST /api/auth/sign-out": { body: () => ({}) },
  "GET /api/auth/get-session": {},
  "POST /api/auth/change-password": {
    body: () => ({ currentPassword: "a guess", newPassword: "long enough" }),
  },
  "POST /api/auth/sign-in/second-factor": { body: () => ({ code: "123456" }) },
  "POST /api/auth/sign-in/passkey/prepare": { body: () => ({}) },
  "POST /api/auth/sign-in/passkey": { body: () => ({ response: {} }) },
  "GET /api/auth/second-factor": {},
  "POST /api/auth/second-factor/set-up": { body: () => ({ password: "a guess" }) },
  "POST /api/auth/second-factor/confirm": { body: () => ({ code: "123456" }) },
  "POST /api/auth/second-factor/recovery-codes": { body: () => ({ password: "a guess" }) },
  "POST /api/auth/second-factor/turn-off": { body: () => ({ password: "a guess" }) },
  "POST /api/auth/passkeys/prepare": { body: () => ({}) },
  "POST /api/auth/passkeys/add": { body: () => ({ name: "B", response: {} }) },
  "POST /api/auth/passkeys/remove": { body: () => ({ id: "1" }) },
  "GET /jsonp": {},
  "POST /api/app/sign-in-links/inspect": { body: () => ({ token: "made up" }) },
  "POST /api/app/sign-in-links/redeem": { body: () => ({ token: "made up", password: "long enough" }) },
  "POST /api/app/invitations/inspect": { body: () => ({ token: "made up" }) },
  "POST /api/app/invitations/accept": {
    body: () => ({ token: "made up", name: "B", password: "long enough" }),
  },
  "POST /import": { body: () => [event()] },
  "GET /import": { query: () => inQuery([event()]) },
  "POST /track": { body: tracked },
  "GET /track": { query: (b) => inQuery(tracked(b)) },
  "GET /settings": {},
  "POST /settings": { body: () => ({}) },
  "GET /record": {},
  "POST /record": { body: () => ({}) },
  "POST /engage": { body: profile },
  "GET /engage": { query: (b) => inQuery(profile(b)) },
  "POST /groups": { body: group },
  "GET /groups": { query: (b) => inQuery(group(b)) },
  "GET /api/2.0/export": { query: () => days },
  "GET /api/query/stream/query": { query: () => `${days}&distinct_ids=["user-1"]` },
  "GET /api/query/events/names": {},
  "GET /api/query/events/properties/top": { query: () => "&event=Purchase" },
  "GET /api/query/events/properties/values": { query: () => "&event=Purchase&name=price" },
  "GET /api/query/segmentation": { query: () => `${days}&event=Purchase` },
  "GET /api/query/segmentation/numeric": { query: () => `${days}&event=Purchase&on=1` },
  "GET /api/query/segmentation/sum": { query: () => `${days}&event=Purchase&on=1` },
  "GET /api/query/segmentation/average": { query: () => `${days}&event=Purchase&on=1` },
  "GET /lookup-tables": {},
  "PUT /lookup-tables/:id": { body: () => "sku,name\n1,B\n", contentType: "text/csv" },
  "GET /migrate": {},
  "GET /migrate/health": {},
  "POST /migrate/:sourceTool": {
    body: ({ token }) => ({ SOURCE_API_KEY: "k", SOURCE_API_SECRET: "s", PROJECT_TOKEN: token }),
  },
  "GET /migrate/jobs": {},
  "GET /migrate/jobs/:jobId": {},
  "DELETE /migrate/jobs/:jobId": {},
  "POST /migrate/jobs/:jobId/pause": {},
  "POST /migrate/jobs/:jobId/resume": {
    body: ({ token }) => ({ PROJECT_TOKEN: token, SOURCE_API_KEY: "k", SOURCE_API_SECRET: "s" }),
  },
  "POST /migrate/jobs/:jobId/rollback": {},
  "GET /migrate/jobs/:jobId/certificate": {},
  "POST /migrate/jobs/:jobId/verify": {},
  "GET /flags": { query: () => '&context={"distinct_id":"user-1"}' },
  "POST /flags": { body: () => ({ context: { distinct_id: "user-1" } }) },
  "GET /flags/definitions": {},
  "GET /api/2.0/engage": {},
  "POST /api/2.0/engage": { body: () => ({}) },
};
/** A stream that would not end; it only reads. */
const LIVE = "GET /api/app/projects/:projectId/events/live";
const rawKeyOf = ({ method, urls }: RawRoute): string => `${method} ${urls[0]}`;

test("every route with a dialect of its own has a request here", () => {
  const keys = server.running.rawRoutes.map(rawKeyOf).sort();
  expect([...Object.keys(RAW_REQUESTS), LIVE].sort()).toEqual(keys);
});

test("no route with a dialect of its own changes another organization, or shows its events", async () => {
  const names: Record<string, string> = {
    ...{ id: String(a.table), sourceTool: "amplitude", jobId: String(a.jobId) },
  };
  for (const [key, { query, body, contentType }] of Object.entries(RAW_REQUESTS)) {
    const [method = "", url = ""] = key.split(" ");
    const b = await makeB();
    const path = url.replace(/:(\w+)/g, (_whole, name: string) => names[name] ?? "");
    for (const projectId of [a.projectId, b.projectId]) {
      const answer = await server.call(method, `${path}?project_id=${projectId}${query?.(b) ?? ""}`, {
        as: b.as,
        body: body?.(b),
        headers: {
          ...{ origin: server.url, "x-tributary-ui": "1", "x-project-token": String(a.token) },
          ...(contentType === undefined ? {} : { "content-type": contentType }),
        },
      });
      const told = JSON.stringify(answer.body);
      expect(answer.status === 502 || answer.status < 500, `${key} ${told}`).toBe(true);
      // Whose events are A's; no request here names them.
      expect(told).not.toContain("user-2");
    }
  }
  await expectUntouched();
}, 120_000);

test("the same comparison notices what organization A changes itself", async () => {
  await server.call("PATCH", "projects/1", { body: { name: "Renamed" } });
  const found = differences(rows, await readQuietRows(server)).filter(({ table }) => table === "project");
  expect(found.map(({ change }) => change).filter((change) => change === "gone")).toEqual(["gone"]);
  await expect(expectUntouched()).rejects.toThrow();
});
