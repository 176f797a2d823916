import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FIRST_CREDENTIALS } from "../support/test-config.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

/** Responses leave in the order of their requests, also where Node's parser refuses one before it becomes a request. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const authorization = `Basic ${Buffer.from(FIRST_CREDENTIALS).toString("base64")}`;
const EVENT = JSON.stringify([
  { event: "Seen", properties: { time: Date.now(), distinct_id: "a", $insert_id: "once" } },
]);

const request = (path: string, body: string, ...headers: string[]): string =>
  [
    `POST ${path} HTTP/1.1`,
    "host: localhost",
    `authorization: ${authorization}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    ...headers,
    "",
    body,
  ].join("\r\n");

/** An import waits for the disk: what comes behind it is read before it is answered. */
const SLOW = request("/import?strict=1&project_id=1", EVENT);
const HEALTH = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";
const TRACK = request("/track", EVENT);
const GARBAGE = "NO SUCH THING\r\n\r\n";
const LONG = `GET / HTTP/1.1\r\nx: ${"x".repeat(300_000)}\r\n\r\n`;
const BAD_CHUNK = `${request("/import?strict=1&project_id=1", "").replace("content-length: 0", "transfer-encoding: chunked")}zz\r\n`;

/** Sends all at once, and tells the status of each response until the server closes the connection. */
function statuses(...pieces: string[]): Promise<number[]> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let answer = "";
    socket.on("data", (data) => {
      answer += data;
    });
    socket.once("error", reject);
    socket.once("close", () =>
      resolve([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))),
    );
    for (const piece of pieces) socket.write(piece);
  });
}

test.each([
  ["a slow request, then garbage", [SLOW + GARBAGE], [200, 400]],
  ["two slow requests and a fast one, then garbage", [SLOW + SLOW + HEALTH + GARBAGE], [200, 200, 200, 400]],
  [
    "a slow request, then garbage in many pieces",
    [SLOW + GARBAGE, ...Array<string>(20).fill(GARBAGE)],
    [200, 400],
  ],
  ["a slow request, then headers that are too large", [SLOW + LONG], [200, 431]],
  ["a slow request, then one whose body is broken", [SLOW + BAD_CHUNK], [200, 400]],
  ["a request whose body is broken", [BAD_CHUNK], [400]],
  ["a small event, then garbage", [TRACK, GARBAGE], [200, 400]],
  ["a small event and garbage in one piece", [TRACK + GARBAGE], [200, 400]],
  ["garbage alone", [GARBAGE], [400]],
])("%s: each is answered in its turn", async (_what, pieces, expected) => {
  expect(await statuses(...pieces)).toEqual(expected);
});
