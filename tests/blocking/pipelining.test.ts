import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await startTestServer({});
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  await new Promise((resolve) => socket.once("connect", resolve));
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

test("requests whose responses are not read are handled one after the other, and hold one response each", async () => {
  // Written once, as any client has it.
  await server.call("GET", "/openapi.json", { as: null });
  const before = process.memoryUsage().rss;
  for (let n = 0; n < 10; n += 1) {
    const socket = await open();
    socket.pause();
    socket.write(get("/openapi.json").repeat(100));
  }
  for (let n = 0; n < 20; n += 1)
    expect((await server.call("GET", "/healthz", { as: null })).status).toBe(200);
  const grown = process.memoryUsage().rss - before;
  // A thousand responses of 1.3 MB would be beyond a gigabyte.
  expect(grown).toBeLessThan(200 * 1024 * 1024);
});

test("all of them are answered in order once the client reads", async () => {
  const socket = await open();
  const paths = Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? "/healthz" : "/nowhere"));
  socket.write(paths.map(get).join(""));
  let text = "";
  for await (const piece of socket) {
    text += String(piece);
    if (text.match(/HTTP\/1\.1 \d{3}/g)?.length === paths.length) break;
  }
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
  expect(statuses).toEqual(paths.map((path) => (path === "/healthz" ? "200" : "404")));
});

test("a client that sends far more than it reads is cut off", async () => {
  const socket = await open();
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => undefined);
  socket.pause();
  socket.write(get("/openapi.json").repeat(600));
  socket.resume();
  await closed;
  expect(socket.destroyed).toBe(true);
});
