import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { RAW_ROUTE_RULES } from "./raw-route-rules.ts";
import { type Ids, JOB_SECRET, populate } from "./support/populate.ts";

/** Every route with a dialect of its own × every kind of caller. */
const ROLES = ["owner", "admin", "analyst", "consumer"];
let server: TestServer;
let a: Ids;
let secret: string;
const accounts = new Map<string, string>();
beforeAll(async () => {
  server = await startTestServer({ config: { AUTH_FAILURES_PER_MINUTE: 0 } });
  a = await populate(server);
  secret = (await server.call("POST", "projects/1/reset-secret")).body.results.api_secret;
  const other = await server.call("POST", "organizations", { as: server.operator, body: { name: "B" } });
  const make = async (name: string, organization: number, body: object) => {
    const path = `organizations/${organization}/service-accounts`;
    const made = await server.call("POST", path, { as: server.operator, body: { username: name, ...body } });
    accounts.set(name, `${made.body.results.username}:${made.body.results.token}`);
  };
  for (const role of ROLES) await make(`project ${role}`, 1, { projects: [{ id: 1, role }] });
  await make("member without a role in the project", 1, {});
  await make("owner of another organization", other.body.results.id, { role: "owner" });
  accounts.set("operator", server.operator);
}, 120_000);
afterAll(() => server.close());

const CALLERS = [
  ...ROLES.map((role) => `project ${role}`),
  ...["member without a role in the project", "owner of another organization", "operator"],
  ...["nobody", "wrong credentials", "project token", "project secret", "job secret"],
];

test("every route has a rule in the table, and every rule a route", () => {
  const routes = server.running.rawRoutes.map(({ method, urls }) => `${method} ${urls[0]}`).sort();
  expect(Object.keys(RAW_ROUTE_RULES).sort()).toEqual(routes);
});

/** Routes that look at no credentials, or only at what the body holds: other tests are about those. */
const isOpen = (rule: readonly string[]): boolean =>
  rule.some((word) => ["public", "link", "session", "token in the body"].includes(word));
const ENTRIES = Object.entries(RAW_ROUTE_RULES).filter(([, rule]) => !isOpen(rule));

describe.each(ENTRIES)("%s", (key, rule) => {
  test.each(CALLERS)("%s", async (caller) => {
    expect(await isAllowed(key, caller)).toBe(expected(rule, caller));
  });
});

function expected(rule: readonly string[], caller: string): boolean {
  if (caller === "operator" || rule.includes(caller)) return true;
  const least = rule.find((word) => word.startsWith("project ") && ROLES.includes(word.slice(8)))?.slice(8);
  const role = caller.startsWith("project ") ? caller.slice(8) : "";
  return least !== undefined && ROLES.includes(role) && ROLES.indexOf(role) <= ROLES.indexOf(least);
}

/** Refused is 401 and 403, and for a job that is not the caller's 404: ids cannot be probed. */
async function isAllowed(key: string, caller: string): Promise<boolean> {
  const [method = "", url = ""] = key.split(" ");
  const path = url
    .replace(":projectId", "1")
    .replace(":id", String(a.table))
    .replace(":jobId", String(a.jobId));
  const leaving = new AbortController();
  const response = await fetch(`${server.url}${path}?project_id=1`, {
    method,
    headers: {
      ...headersOf(caller),
      ...(method === "GET" ? {} : { "content-type": path.startsWith("/lookup") ? "text/csv" : "text/plain" }),
    },
    ...(method === "GET" ? {} : { body: "" }),
    signal: leaving.signal,
  });
  // A stream does not end by itself.
  const isStream = response.headers.get("content-type")?.includes("event-stream") ?? false;
  const text = isStream ? "" : await response.text();
  leaving.abort();
  expect(response.status, text).toBeLessThan(500);
  return response.status !== 401 && response.status !== 403 && !text.includes('"unknown_job"');
}

function headersOf(caller: string): Record<string, string> {
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });
  switch (caller) {
    case "nobody":
      return {};
    case "wrong credentials":
      return basic("nobody:at-all");
    case "project token":
      return { ...basic(`${a.token}:`), "x-project-token": String(a.token) };
    case "project secret":
      return basic(`${secret}:`);
    case "job secret":
      return { "x-job-secret": JOB_SECRET };
    default:
      return basic(accounts.get(caller) ?? "");
  }
}
