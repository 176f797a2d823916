import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const SCRIPT = 'document.title = "Tributary";';
let server: TestServer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tributary-web-"));
  server = await startTestServer({ deps: { webFolder: join(folder, "dist") } });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

type Raw = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

/** Without what `fetch` does to addresses and bodies. */
const ask = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    httpRequest({ hostname, port, path, method, headers }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
    })
      .on("error", reject)
      .end();
  });

test("until it is built, a page says so, and the API works", async () => {
  const { status, headers, body } = await ask("/");
  expect(status).toBe(503);
  expect(headers["content-type"]).toContain("text/html");
  expect(body.toString()).toContain("npm start");
  expect((await ask("/assets/main-1a2b.js")).status).toBe(404);
  expect((await server.call("GET", "me")).status).toBe(200);
});

describe("once it is built", () => {
  beforeAll(async () => {
    const assets = join(folder, "dist", "assets");
    await mkdir(assets, { recursive: true });
    await writeFile(join(folder, "secret.js"), "outside");
    await writeFile(join(folder, "dist", ".sources"), "mark");
    await writeFile(join(folder, "dist", "theme.js"), "// theme");
    await writeFile(join(assets, "main-1a2b.js"), SCRIPT);
    await writeFile(join(assets, "main-1a2b.js.gz"), gzipSync(SCRIPT));
    await writeFile(join(assets, "main-1a2b.js.br"), brotliCompressSync(SCRIPT));
    await writeFile(join(folder, "dist", "index.html"), "<!doctype html><title>Tributary</title>");
  });

  test.each([
    "/",
    "/sign-in",
    "/sign-in/link",
    "/projects",
    "/p/1/home",
    "/p/1/dictionary/events/A%2FB.js",
    "/?x=1",
  ])("%s is the page, with a policy that allows nothing from elsewhere and nothing inline", async (path) => {
    const { status, headers, body } = await ask(path);
    expect(status).toBe(200);
    expect(body.toString()).toContain("<title>Tributary</title>");
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["cache-control"]).toBe("no-cache");
    const policy = String(headers["content-security-policy"]);
    for (const part of [
      "default-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
    ])
      expect(policy).toContain(part);
    expect(policy).not.toContain("unsafe");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("same-origin");
    expect(headers["permissions-policy"]).toContain("camera=()");
  });

  test.each(["/api/app/nothing", "/api/nothing", "/projects/1", "/nothing", "/dist/index.html", "/importx"])(
    "%s is no page but 404 in JSON",
    async (path) => {
      const { status, headers } = await ask(path, { accept: "text/html" });
      expect(status).toBe(404);
      expect(headers["content-type"]).toContain("application/json");
    },
  );

  test.each([
    "/../secret.js",
    "/assets/../../secret.js",
    "/assets/..%2f..%2fsecret.js",
    "/assets/%2e%2e/%2e%2e/secret.js",
    "//etc/passwd",
    "/.sources",
    "/assets/main-1a2b.js.br",
    "/assets/",
    "/assets/%00.js",
  ])("%s leads nowhere", async (path) => {
    const { status, body } = await ask(path);
    expect(status).toBe(404);
    expect(body.toString()).not.toContain("outside");
  });

  test("files with a digest in their name are kept for ever, packed as the browser likes", async () => {
    const plain = await ask("/assets/main-1a2b.js");
    expect(plain.body.toString()).toBe(SCRIPT);
    expect(plain.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
    });
    const packed = await ask("/assets/main-1a2b.js", { "accept-encoding": "gzip" });
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(packed.body).toString()).toBe(SCRIPT);
    const best = await ask("/assets/main-1a2b.js", { "accept-encoding": "gzip, br, zstd" });
    expect(best.headers["content-encoding"]).toBe("br");
    const refused = await ask("/assets/main-1a2b.js", { "accept-encoding": "br;q=0, gzip;q=0" });
    expect(refused.headers["content-encoding"]).toBeUndefined();
    expect(new Set([plain, packed, best].map(({ headers }) => headers.etag)).size).toBe(3);
  });

  test("what has not changed is not sent again", async () => {
    for (const path of ["/", "/theme.js", "/assets/main-1a2b.js"]) {
      const { headers } = await ask(path, { "accept-encoding": "br" });
      const again = await ask(path, { "accept-encoding": "br", "if-none-match": `W/"x", ${headers.etag}` });
      expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
      expect((await ask(path, { "if-none-match": '"other"' })).status).toBe(200);
    }
  });

  test("HEAD tells the same without the body, and nothing else is taken", async () => {
    const head = await ask("/assets/main-1a2b.js", {}, "HEAD");
    expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    expect(head.headers["content-length"]).toBe(String(SCRIPT.length));
    expect((await ask("/p/1/home", {}, "POST")).status).toBe(404);
    expect((await ask("/api/auth/sign-out", {}, "GET")).status).toBe(405);
  });

  test("a build while the server runs is served at once", async () => {
    await writeFile(join(folder, "dist", "index.html"), "<!doctype html><title>Newer</title>");
    expect((await ask("/")).body.toString()).toContain("Newer");
  });

  test("the API reference keeps its own page and policy", async () => {
    const { status, headers } = await ask("/docs");
    expect(status).toBe(200);
    expect(headers["content-security-policy"]).toContain("style-src 'self' 'unsafe-inline'");
  });
});
