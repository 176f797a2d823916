import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { PUBLIC_URL: "https://analytics.example.com" } });
});
afterAll(() => server.close());

const read = (target: TestServer, path: string, headers: Record<string, string> = {}) =>
  target.call("GET", path, { as: null, headers });

describe("details of the status pages", () => {
  test("are there for loopback, and not for a client behind a proxy that is not trusted", async () => {
    expect((await read(server, "/readyz")).body.parts).toBeDefined();
    expect((await read(server, "/metrics")).status).toBe(200);
    const forwarded = { "x-forwarded-for": "127.0.0.1" };
    const ready = await read(server, "/readyz", forwarded);
    expect(ready).toMatchObject({ status: 200, body: { status: "ok" } });
    expect(ready.body.parts).toBeUndefined();
    expect(await read(server, "/metrics", forwarded)).toMatchObject({
      status: 403,
      body: { type: "not_for_this_client" },
    });
  });

  test("behind a trusted proxy the client's own address counts", async () => {
    const proxied = await startTestServer({
      databaseUrl: server.databaseUrl,
      config: { TRUST_PROXY: ["127.0.0.1"] },
    });
    expect((await read(proxied, "/metrics", { "x-forwarded-for": "10.1.2.3" })).status).toBe(200);
    expect((await read(proxied, "/metrics", { "x-forwarded-for": "203.0.113.9" })).status).toBe(403);
    expect((await read(proxied, "/metrics", { "x-forwarded-for": "10.1.2.3, 203.0.113.9" })).status).toBe(
      403,
    );
    await proxied.close();
  });

  test("with a token they are for the token alone", async () => {
    const closed = await startTestServer({
      databaseUrl: server.databaseUrl,
      config: { STATUS_TOKEN: "a-token-for-prometheus" },
    });
    expect((await read(closed, "/metrics")).status).toBe(403);
    expect((await read(closed, "/readyz")).body.parts).toBeUndefined();
    const headers = { authorization: "Bearer a-token-for-prometheus" };
    expect((await read(closed, "/metrics", headers)).status).toBe(200);
    expect((await read(closed, "/readyz", headers)).body.parts).toBeDefined();
    await closed.close();
  });
});

describe("headers", () => {
  test("where the address is https, every response says so for a year", async () => {
    const track = {
      method: "POST",
      body: "data=x",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    };
    const responses = [
      await fetch(`${server.url}/healthz`),
      await fetch(`${server.url}/nowhere`),
      await fetch(`${server.url}/track`, track),
      await fetch(`${server.url}/api/app/me`),
    ];
    for (const { headers, url } of responses)
      expect(headers.get("strict-transport-security"), url).toBe("max-age=31536000");
    const plain = await startTestServer({ databaseUrl: server.databaseUrl });
    expect((await fetch(`${plain.url}/healthz`)).headers.get("strict-transport-security")).toBeNull();
    await plain.close();
  });

  test("pages load scripts from their own folder only, where nothing answers with what a client sent", async () => {
    for (const [path, folder] of [
      ["/docs", "/docs/"],
      ["/sign-in", "/assets/"],
    ]) {
      const policy = (await fetch(`${server.url}${path}`)).headers.get("content-security-policy") ?? "";
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1]?.split(" ") ?? [];
      expect(scripts).toContain(`https://analytics.example.com${folder}`);
      expect(scripts).not.toContain("'self'");
    }
    const script = await fetch(`${server.url}/jsonp?callback=f&result=1`);
    expect(script.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await script.text()).toBe("f(1);");
    for (const query of [
      "",
      "callback=f",
      "callback=alert(1)//&result=1",
      "callback=f&result={",
      `callback=f&result="${"x".repeat(5000)}"`,
    ])
      expect((await fetch(`${server.url}/jsonp?${query}`)).status).toBe(400);
  });
});
