import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FIRST_ACCOUNT, FIRST_CREDENTIALS } from "../support/test-config.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { AUTH_FAILURES_PER_MINUTE: 0 } });
});
afterAll(() => server.close());

const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("credentials", () => {
  test.each([
    ["encoded", `Basic ${base64(FIRST_CREDENTIALS)}`],
    ["as plain text", `Basic ${FIRST_CREDENTIALS}`],
    ["with a scheme in capitals", `BASIC ${base64(FIRST_CREDENTIALS)}`],
    ["in the URL-safe alphabet", `Basic ${Buffer.from(FIRST_CREDENTIALS).toString("base64url")}`],
  ])("a service account signs in %s", async (_form, authorization) => {
    const answer = await server.call("GET", "me", { as: null, headers: { authorization } });
    expect(answer.status).toBe(200);
    expect(answer.body.results.user_name).toBe(FIRST_ACCOUNT.username);
  });

  test.each([
    ["no header", undefined],
    ["another scheme", "Bearer abc"],
    ["an empty value", "Basic "],
    ["bytes that are not base64", "Basic §§§"],
    ["a name alone", `Basic ${base64("first.service-account")}`],
    ["an unknown user", `Basic ${base64("nobody:whatever-it-is")}`],
    ["a wrong secret", `Basic ${base64("first.service-account:wrong-secret")}`],
    ["the operator with a wrong secret", `Basic ${base64("operator:wrong")}`],
    ["SQL in the name", `Basic ${base64("' or 1=1 --:x")}`],
  ])("%s is 401 with the same words", async (_case, authorization) => {
    const answer = await server.call("GET", "me", {
      as: null,
      headers: authorization ? { authorization } : {},
    });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      status: "error",
      type: "unauthenticated",
      error:
        "Valid credentials are required: send a service account's username and secret as HTTP Basic authentication.",
    });
    expect(answer.headers.get("www-authenticate")).toContain("Basic");
  });

  test("a bad body with bad credentials is 401: credentials come first", async () => {
    const answer = await server.call("PATCH", "projects/1", { as: "nobody:x", body: "{{{" });
    expect(answer.status).toBe(401);
  });
});

describe("paths", () => {
  test.each(["abc", "1.5", "-1", "0x1", "99999999999", "1%20"])(
    "the id '%s' is 400, before credentials",
    async (id) => {
      const answer = await server.call("GET", `projects/${id}`, { as: null });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ status: "error", type: "invalid_path", field: "projectId" });
    },
  );

  test("a trailing slash is accepted without a redirect", async () => {
    const answer = await server.call("GET", "me/");
    expect(answer.status).toBe(200);
  });

  test("an unknown path is 404", async () => {
    const answer = await server.call("GET", "/api/app/nothing/here");
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ status: "error", type: "unknown_path" });
  });

  test("a wrong method is 405 and names the right ones", async () => {
    const answer = await server.call("PUT", "projects/1");
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")?.split(", ").sort()).toEqual(["DELETE", "GET", "HEAD", "PATCH"]);
    expect(answer.body.error).toContain("not PUT");
  });

  test("broken percent-encoding is 400", async () => {
    const answer = await server.call("GET", "/api/app/projects/%zz");
    expect(answer.status).toBe(400);
    expect(answer.body.status).toBe("error");
  });

  test("a project that does not exist and one that is not ours are refused alike", async () => {
    const other = await server.call("POST", "organizations", {
      as: server.operator,
      body: { name: "Other" },
    });
    const foreign = await server.call("POST", `organizations/${other.body.results.id}/projects`, {
      as: server.operator,
      body: { name: "Foreign" },
    });
    const notOurs = await server.call("GET", `projects/${foreign.body.results.id}`);
    const notThere = await server.call("GET", "projects/123456");
    expect(notOurs.status).toBe(403);
    expect(notThere.status).toBe(403);
    expect(notOurs.body).toEqual(notThere.body);
  });
});

describe("bodies", () => {
  const patch = (body: string, headers: Record<string, string> = {}) =>
    server.call("PATCH", "projects/1", { body, headers });

  test.each([
    ["not JSON", "{name:", "invalid_json", undefined],
    ["empty where something is required", "", "invalid_body", "name"],
    ["an unknown key", '{"nmae":"x"}', "invalid_body", "nmae"],
    ["a wrong type", '{"name":5}', "invalid_body", "name"],
    ["a list", "[]", "invalid_body", "body"],
    ["null", "null", "invalid_body", "name"],
    ["a blank name", '{"name":"  "}', "invalid_body", "name"],
    ["a name of 256 characters", JSON.stringify({ name: "x".repeat(256) }), "invalid_body", "name"],
  ])("%s is 400", async (_case, body, type, field) => {
    const answer = await server.call("POST", "organizations/1/projects", { body, headers: {} });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ status: "error", type });
    expect(answer.body.field).toBe(field);
  });

  test("keys such as __proto__ are unknown keys like any other and touch nothing", async () => {
    const answer = await patch(
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    );
    expect(answer.status).toBe(400);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("bytes that are not UTF-8 are 400", async () => {
    const response = await fetch(`${server.url}/api/app/projects/1`, {
      method: "PATCH",
      headers: { authorization: `Basic ${base64(FIRST_CREDENTIALS)}`, "content-type": "application/json" },
      body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ status: "error", type: "invalid_json" });
  });

  test("a body over the limit is 413", async () => {
    const answer = await patch(JSON.stringify({ name: "x".repeat(1_100_000) }));
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ status: "error", type: "body_too_large" });
  });

  test.each([
    ["text", { "content-type": "text/plain" }],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }],
    ["compressed", { "content-encoding": "gzip" }],
  ])("a body that is %s is 415", async (_case, headers) => {
    const answer = await patch('{"name":"x"}', headers);
    expect(answer.status).toBe(415);
    expect(answer.body.status).toBe("error");
  });

  test("nothing above changed the project", async () => {
    const answer = await server.call("GET", "projects/1");
    expect(answer.body.results.name).toBe("My project");
  });
});

describe("the connection itself", () => {
  test("what is not HTTP gets a 400 with a body of ours", async () => {
    expect(await raw("HELLO\r\n\r\n")).toContain('"type":"invalid_request"');
  });
  test("headers of 300 KB get 431 with a body of ours", async () => {
    expect(await raw(`GET /healthz HTTP/1.1\r\nhost: x\r\nx-long: ${"a".repeat(300_000)}\r\n\r\n`)).toContain(
      '"type":"headers_too_large"',
    );
  });
  test("a client that stays after such a refusal does not hold up a stop", async () => {
    const stopped = await startTestServer({ config: { SHUTDOWN_TIMEOUT_S: 3600 } });
    const { hostname, port } = new URL(stopped.url);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    const said = new Promise<string>((resolve) => socket.once("data", (piece) => resolve(`${piece}`)));
    socket.write("HELLO\r\n\r\n");
    expect(await said).toContain("HTTP/1.1 400");
    await stopped.close();
    socket.destroy();
  });
  test("an address of 200 KB is read", async () => {
    const answer = await server.call("GET", `/healthz?x=${"a".repeat(200_000)}`);
    expect(answer.status).toBe(200);
  });

  function raw(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      let received = "";
      const socket = connect(Number(port), hostname, () => socket.write(text));
      socket.on("data", (chunk) => {
        received += chunk;
      });
      socket.on("error", reject);
      socket.on("close", () => resolve(received));
    });
  }
});

describe("status pages", () => {
  test("/healthz answers without credentials", async () => {
    expect((await server.call("GET", "/healthz", { as: null })).body).toEqual({ status: "ok" });
  });
  test("/readyz names the parts", async () => {
    const answer = await server.call("GET", "/readyz", { as: null });
    expect(answer.status).toBe(200);
    expect(answer.body.parts.control_database).toEqual({ ready: true });
  });
  test("/metrics counts requests and tells the build", async () => {
    await server.call("GET", "me");
    const { body } = await server.call("GET", "/metrics", { as: null });
    expect(body).toMatch(
      /tributary_http_request_duration_seconds_count\{method="GET",route="\/api\/app\/me",status="200"\} \d+/,
    );
    expect(body).toMatch(/tributary_build_info\{version="[\d.]+",node="v\d+/);
    expect(body).toContain("tributary_nodejs_eventloop_lag_seconds");
    expect(body).toContain("tributary_control_db_connections");
  });
  test("a request id is given back, ours or a harmless one of the caller's", async () => {
    const own = await server.call("GET", "/healthz", { headers: { "x-request-id": "abc-123" } });
    expect(own.headers.get("x-request-id")).toBe("abc-123");
    const forged = await server.call("GET", "/healthz", { headers: { "x-request-id": "a b;c" } });
    expect(forged.headers.get("x-request-id")).toMatch(/^[0-9a-f]{12}-\w+$/);
  });
});
