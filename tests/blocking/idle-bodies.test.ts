import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { FIRST_CREDENTIALS } from "../support/test-config.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

/** Only bytes that have arrived take memory from others: what a header announces costs the server nothing. */
let server: TestServer;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await startTestServer({ config: { TRUST_PROXY: ["127.0.0.1"] } });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(() => importFrom("203.0.113.99")).toBe(200);
});
afterAll(() => server.close());

const authorization = `Basic ${Buffer.from(FIRST_CREDENTIALS).toString("base64")}`;
const BODY_BYTES = 10_485_760;
const ALMOST = Buffer.alloc(BODY_BYTES - 1, " ");

type Sending = { socket: Socket; sent: Promise<void>; answered: () => string; closed: Promise<void> };

/** A request whose body announces ten mebibytes; what is given of it is sent, and the rest never comes. */
function begin(path: string, from: string, body?: Buffer, method = "POST"): Sending {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  sockets.push(socket);
  let answer = "";
  socket.on("data", (data) => {
    answer += data;
  });
  socket.on("error", () => undefined);
  const head = [
    `${method} ${path} HTTP/1.1`,
    "host: localhost",
    `authorization: ${authorization}`,
    `x-forwarded-for: ${from}`,
    `content-type: ${method === "PUT" ? "text/csv" : "application/json"}`,
    `content-length: ${BODY_BYTES}`,
  ];
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const sent = new Promise<void>((resolve) => {
    socket.write(`${head.join("\r\n")}\r\n\r\n`, () => body === undefined && resolve());
    if (body !== undefined) socket.write(body, () => resolve());
  });
  return { socket, sent, answered: () => answer, closed };
}

async function post(path: string, from: string, body: string, headers: Record<string, string> = {}) {
  return fetch(server.url + path, {
    method: "POST",
    headers: { authorization, "content-type": "application/json", "x-forwarded-for": from, ...headers },
    body,
  });
}

const EVENT = JSON.stringify([
  { event: "Seen", properties: { time: Date.now(), distinct_id: "a", $insert_id: "once" } },
]);
const importFrom = async (from: string): Promise<number> =>
  (await post("/import?strict=1&project_id=1", from, EVENT)).status;

test("bodies that were announced and never sent keep nobody else out", async () => {
  const idle = Array.from({ length: 60 }, (_, at) => begin("/track", `203.0.113.${at % 3}`));
  await Promise.all(idle.map(({ sent }) => sent));
  expect(await importFrom("203.0.113.1")).toBe(200);
  const tracked = await post("/track?ip=1&verbose=1&strict=1", "203.0.113.1", "[]");
  expect(tracked.status).not.toBe(503);
  expect(idle.map(({ answered }) => answered()).join("")).toBe("");
});

test("one address cannot take all of the memory for bodies, and what others send is taken", async () => {
  const path = "/import?strict=1&project_id=1";
  const many = Array.from({ length: 8 }, () => begin(path, "203.0.113.7", ALMOST));
  await expect
    .poll(() => many.filter(({ answered }) => answered().startsWith("HTTP/1.1 503")).length)
    .toBeGreaterThan(0);
  expect(await importFrom("203.0.113.8")).toBe(200);
});

test("signing in and the application API go on while bodies for events take all they may", async () => {
  const path = "/import?strict=1&project_id=1";
  const many = Array.from({ length: 18 }, (_, at) => begin(path, `203.0.113.${at}`, ALMOST));
  await expect
    .poll(() => many.filter(({ answered }) => answered().startsWith("HTTP/1.1 503")).length)
    .toBeGreaterThan(0);
  const body = JSON.stringify({ email: "nobody@example.com", password: "not-a-password" });
  const signIn = await post("/api/auth/sign-in/email", "203.0.113.1", body, {
    "x-tributary-ui": "1",
    origin: server.url,
  });
  expect([401, 403]).toContain(signIn.status);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const made = await server.call("POST", "organizations/1/projects", {
    as: server.operator,
    body: { name: "Beside", timezone: "UTC" },
  });
  expect(made.status).toBeLessThan(300);
});

const IDLE: readonly (readonly [method: string, path: string, answer: RegExp])[] = [
  ["POST", "/track?verbose=1", /^HTTP\/1\.1 408 .*"status": ?0/s],
  ["POST", "/import?strict=1&project_id=1", /^HTTP\/1\.1 408 .*"code": ?408/s],
  ["PUT", "/lookup-tables/1?project_id=1", /^HTTP\/1\.1 408 .*"error"/s],
  ["POST", "/api/app/projects/1/schemas", /^HTTP\/1\.1 408 .*"request_timeout"/s],
];

test("a body that makes no progress is answered as its endpoint answers, and its connection closed", async () => {
  const idle = IDLE.map(([method, path]) => begin(path, "203.0.113.1", Buffer.from(" "), method));
  await Promise.all(idle.map(({ closed }) => closed));
  for (const [at, [, , answer]] of IDLE.entries()) expect(idle[at]?.answered()).toMatch(answer);
});
