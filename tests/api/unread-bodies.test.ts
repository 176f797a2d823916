import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FIRST_CREDENTIALS } from "../support/test-config.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const BODY = Buffer.alloc(12_000_000, " ");
const TIMES = 5;
const authorization = `Basic ${Buffer.from(FIRST_CREDENTIALS).toString("base64")}`;

/** As clients do that read nothing before all is sent: any break of the connection meanwhile fails. */
function sendThenRead(path: string, headers: readonly string[], chunks: readonly Buffer[]): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let answer = "";
    socket.once("error", reject);
    socket.once("close", () => resolve(answer));
    socket.write([`POST ${path} HTTP/1.1`, "host: localhost", ...headers, "", ""].join("\r\n"));
    const read = () =>
      socket.on("data", (data) => {
        answer += data;
      });
    for (const chunk of chunks) socket.write(chunk, chunk === chunks.at(-1) ? read : undefined);
  });
}

const DOORS = ["/track", "/engage", "/import?project_id=1&strict=1", "/api/app/organizations/1/projects"];

describe.each(DOORS)("a body that is too large for %s is answered with 413", (path) => {
  test("when the client reads while it sends", async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const response = await fetch(server.url + path, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: BODY,
      });
      expect(response.status).toBe(413);
      expect(await response.text()).not.toBe("");
    }
  });

  test("when the client sends all of it first, and wants the connection closed", async () => {
    const headers = [
      `authorization: ${authorization}`,
      "content-type: application/json",
      "connection: close",
      `content-length: ${BODY.length}`,
    ];
    for (let time = 0; time < TIMES; time += 1)
      expect(await sendThenRead(path, headers, [BODY])).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("when nobody was told its length", async () => {
    const headers = [
      `authorization: ${authorization}`,
      "content-type: application/json",
      "connection: close",
      "transfer-encoding: chunked",
    ];
    const chunks = [Buffer.from(`${BODY.length.toString(16)}\r\n`), BODY, Buffer.from("\r\n0\r\n\r\n")];
    for (let time = 0; time < TIMES; time += 1)
      expect(await sendThenRead(path, headers, chunks)).toMatch(/^HTTP\/1\.1 413 /);
  });
});

test.each([
  ["/nowhere", 404],
  ["/api/app/me", 405],
  ["/import?project_id=1", 401],
  ["/api/app/organizations/1/projects", 401],
])("a large body to %s is answered with %i though nobody reads it", async (path, status) => {
  const headers = ["connection: close", `content-length: ${BODY.length}`];
  expect(await sendThenRead(path, headers, [BODY])).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test("a body without an end is cut off, and what was read of it is bounded", async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  const lines = ["POST /track HTTP/1.1", "host: localhost", `content-length: ${2 ** 40}`, "", ""];
  socket.write(lines.join("\r\n"));
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("error", () => undefined);
  socket.on("data", () => undefined);
  const sendMore = () => {
    while (!socket.destroyed && socket.write(BODY));
  };
  socket.on("drain", sendMore);
  sendMore();
  await closed;
  expect(socket.bytesWritten).toBeLessThan(512 * 1024 * 1024);
});
