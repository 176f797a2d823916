import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Route } from "../../src/http/index.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { ROUTE_RULES } from "./route-rules.ts";

/**
 * Every route × every kind of caller × own project, another project of the organization, another organization. What each route is
 * meant to allow stands in `route-rules.ts`, written by hand: a route that is missing there, or that behaves otherwise, fails here.
 */
const PROJECT_ROLES = ["owner", "admin", "analyst", "consumer"];
const ORGANIZATION_ROLES = ["owner", "admin", "member"];

let server: TestServer;
let organizationId: number;
let foreignOrganizationId: number;
const credentials = new Map<string, string>();
const accountIds = new Map<string, number>();
const workspaceOf = new Map<number, number>();

beforeAll(async () => {
  server = await startTestServer({ config: { AUTH_FAILURES_PER_MINUTE: 0 } });
  organizationId = await makeOrganization("Own");
  foreignOrganizationId = await makeOrganization("Foreign");
  for (const role of ORGANIZATION_ROLES) await makeAccount(`organization ${role}`, organizationId, role);
  for (const role of PROJECT_ROLES) await makeAccount(`project ${role}`, organizationId, "member");
  await makeAccount("owner of another organization", foreignOrganizationId, "owner");
  credentials.set("operator", server.operator);
  // An organization that has a project cannot be deleted by an allowed caller in the middle of the matrix.
  await makeProject();
});
afterAll(() => server.close());

const callers = [
  ...ORGANIZATION_ROLES.map((role) => `organization ${role}`),
  ...PROJECT_ROLES.map((role) => `project ${role}`),
  "owner of another organization",
  "operator",
];

test("every route has a rule in the table, and every rule a route", () => {
  const routes = server.running.routes.map(keyOf).sort();
  expect(Object.keys(ROUTE_RULES).sort()).toEqual(routes);
});

describe.each(Object.entries(ROUTE_RULES))("%s", (key, rule) => {
  test("nobody and wrong credentials are 401 unless the route is public", async () => {
    const route = routeOf(key);
    for (const as of [null, "nobody:at-all"]) {
      const { status } = await send(route, as, 1);
      if (rule === "public") expect(status).not.toBe(401);
      else expect(status).toBe(401);
    }
  });

  test.each(callers)("%s", async (caller) => {
    const route = routeOf(key);
    if (!route.url.includes(":projectId") && !route.url.includes(":workspaceId")) {
      expect(await isAllowed(route, caller, 0)).toBe(expected(rule, caller, "granted"));
      return;
    }
    const granted = await makeProject();
    if (caller.startsWith("project ")) await grant(granted, caller);
    expect(await isAllowed(route, caller, granted)).toBe(expected(rule, caller, "granted"));
    expect(await isAllowed(route, caller, await makeProject())).toBe(expected(rule, caller, "other"));
  });
});

/** What the rule says of this caller, worked out from its words alone. */
function expected(rule: string, caller: string, project: "granted" | "other"): boolean {
  if (rule === "public" || rule === "any account" || caller === "operator") return true;
  if (rule === "operator" || caller === "owner of another organization") return false;
  const [place = "", least = ""] = rule.split(" ");
  const [callerPlace = "", role = ""] = caller.split(" ");
  if (place === "organization") {
    const own = callerPlace === "organization" ? role : "member";
    return ORGANIZATION_ROLES.indexOf(own) <= ORGANIZATION_ROLES.indexOf(least);
  }
  if (callerPlace === "organization")
    return role !== "member" && PROJECT_ROLES.indexOf(role) <= PROJECT_ROLES.indexOf(least);
  return project === "granted" && PROJECT_ROLES.indexOf(role) <= PROJECT_ROLES.indexOf(least);
}

/** Allowed is whatever gets past authorization: a body or an id that does not fit is refused only afterwards. */
async function isAllowed(route: Route, caller: string, projectId: number): Promise<boolean> {
  const { status, body } = await send(route, credentials.get(caller) ?? "", projectId);
  expect(status, JSON.stringify(body)).toBeLessThan(500);
  expect(status).not.toBe(401);
  return !(status === 403 && (body.type === "no_access" || body.type === "role_too_low"));
}

async function send(route: Route, as: string | null, projectId: number) {
  const path = route.url
    .replace(":organizationId", String(organizationId))
    .replace(":projectId", String(projectId))
    .replace(":workspaceId", () => String(workspaceOf.get(projectId) ?? 1))
    .replace(/:\w+Id/g, "999999999")
    .replace(/:\w+/g, "nothing");
  return server.call(route.method, path, { as, ...(route.body ? { body: { "no such key": 1 } } : {}) });
}

const keyOf = (route: Route): string => `${route.method} ${route.url}`;

function routeOf(key: string): Route {
  const route = server.running.routes.find((candidate) => keyOf(candidate) === key);
  if (route === undefined) throw new Error(`${key} is not a route`);
  return route;
}

async function makeOrganization(name: string): Promise<number> {
  const made = await server.call("POST", "organizations", { as: server.operator, body: { name } });
  return made.body.results.id;
}

async function makeAccount(name: string, organization: number, role: string): Promise<void> {
  const made = await server.call("POST", `organizations/${organization}/service-accounts`, {
    as: server.operator,
    body: { username: name, role },
  });
  credentials.set(name, `${made.body.results.username}:${made.body.results.token}`);
  accountIds.set(name, made.body.results.id);
}

/** A project of its own for every question: an allowed caller may just have deleted the last one. */
async function makeProject(): Promise<number> {
  const made = await server.call("POST", `organizations/${organizationId}/projects`, {
    as: server.operator,
    body: { name: "Target" },
  });
  const { id } = made.body.results;
  if (server.running.routes.some((route) => route.url.includes(":workspaceId"))) {
    const workspaces = await server.call("GET", `projects/${id}/workspaces`, { as: server.operator });
    workspaceOf.set(id, workspaces.body.results[0].id);
  }
  return id;
}

async function grant(projectId: number, caller: string): Promise<void> {
  const granted = await server.call(
    "POST",
    `organizations/${organizationId}/service-accounts/add-to-project`,
    {
      as: server.operator,
      body: {
        projects: [{ id: projectId, role: caller.replace("project ", "") }],
        service_account_ids: [accountIds.get(caller)],
      },
    },
  );
  expect(granted.status).toBe(200);
}
