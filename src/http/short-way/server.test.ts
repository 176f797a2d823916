import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import type { ShortCall } from "../raw-route.ts";
import { answerText, createTail } from "./answer-text.ts";
import { createKnownHeads } from "./known-heads.ts";
import { ShortWayServer } from "./server.ts";

/**
 * A server whose answers tell which way they took: `/here` is short at once, `/later` after a while, `/held` when the test says so,
 * `/odd` after a while long. A head for `/unread` passes for one for `/odd`, whatever it says.
 */
let server: ShortWayServer;
let room: number;
/** The server's ends of its connections, by the port of the client. */
let ends: Map<number | undefined, Socket>;
/** Answers the request to `/held`. */
let held: (() => void) | undefined;
async function start(): Promise<number> {
  room = 0;
  ends = new Map();
  const tail = createTail(72_000, () => "http://localhost");
  const findHead = createKnownHeads();
  const routes: Record<string, (call: ShortCall) => void> = {
    "/here": (call) => call.answer(said(call)),
    "/later": (call) => void setTimeout(() => call.answer(said(call)), 30),
    "/held": (call) => {
      held = () => {
        held = undefined;
        call.answer(said(call));
      };
    },
    "/odd": (call) => void setTimeout(() => call.goLongWay(), 30),
    "/broken": (call) => call.broke(new Error("broken")),
  };
  const handler: ConstructorParameters<typeof ShortWayServer>[1] = async (request, response) => {
    const body = await text(request).catch(() => "broken off");
    response.end(`long ${request.method} ${request.url} ${body}`);
  };
  server = new ShortWayServer({}, handler, {
    keepAliveMs: 72_000,
    findHead: (head) =>
      head.startsWith("POST /unread ")
        ? { path: "/odd", query: {}, bodyBytes: 1, contentType: "text/plain", pageHeaders: "" }
        : findHead(head),
    routeOf: (path) => {
      const take = routes[path];
      return (
        take && {
          url: path,
          take,
          refuse: (cause) => ({ status: 500, contentType: "text/plain", body: `short ${cause}` }),
        }
      );
    },
    countBody: () => {
      room += 1;
      return () => {
        room -= 1;
      };
    },
    nextId: () => "id",
    write: (answer, id, pageHeaders) => answerText(answer, id, pageHeaders, tail()),
    answered: () => undefined,
  });
  server.on("connection", (socket) => ends.set(socket.remotePort, socket));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return (server.address() as AddressInfo).port;
}
afterEach(
  () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    }),
);

const said = ({ body }: ShortCall) => ({ status: 200, contentType: "text/plain", body: `short ${body}` });
const post = (path: string, body: string, headers = "content-type: text/plain\r\n", version = "1.1") =>
  `POST ${path} HTTP/${version}\r\nhost: x\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`;

type Client = {
  socket: Socket;
  send(piece: string): void;
  /** Until the server has read all that was sent: what is sent from then on is a piece of its own. */
  arrived(): Promise<void>;
  said(count: number): Promise<string[]>;
  closed: Promise<void>;
};
/** Not for ever: what never comes is told by the expectation that follows. */
const wait = async (isDone: () => boolean) => {
  for (let tries = 0; !isDone() && tries < 4_000; tries += 1) await sleep(5);
};

function client(port: number): Client {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.setNoDelay(true);
  socket.on("error", () => undefined);
  let [answers, sentBytes] = ["", 0];
  socket.on("data", (piece) => {
    answers += piece;
  });
  const bodies = () =>
    [...answers.matchAll(/(?:short|long) [^\r\n]*?(?=HTTP\/1\.1 |\r\n0|$)/g)].map(([body]) => body);
  return {
    socket,
    send(piece) {
      sentBytes += Buffer.byteLength(piece);
      socket.write(piece);
    },
    arrived: () => wait(() => ends.get(socket.localPort)?.bytesRead === sentBytes),
    closed: new Promise((resolve) => socket.once("close", () => resolve())),
    async said(count) {
      await wait(() => bodies().length >= count);
      return bodies();
    },
  };
}

test("plain requests on one connection are short, and the first that is not takes it the long way for good", async () => {
  const { send, said: heard } = client(await start());
  send(post("/here", "a"));
  expect(await heard(1)).toEqual(["short a"]);
  send(post("/later", "b"));
  expect(await heard(2)).toEqual(["short a", "short b"]);
  send(post("/elsewhere", "c"));
  expect((await heard(3)).at(-1)).toBe("long POST /elsewhere c");
  send(post("/here", "d"));
  expect((await heard(4)).at(-1)).toBe("long POST /here d");
});

test("whatever is not plain is Node's to read, and arrives there whole", async () => {
  const port = await start();
  const requests: [name: string, request: string, answer: RegExp][] = [
    ["an escape", post("/here?x=%31", "a"), /^long POST \/here\?x=%31 a$/],
    ["another path", post("/here/", "a"), /^long POST \/here\/ a$/],
    ["another method", "GET /here HTTP/1.1\r\nhost: x\r\n\r\n", /^long GET \/here $/],
    ["packed", post("/here", "a", "content-type: text/plain\r\nContent-Encoding: gzip\r\n"), /^long POST/],
    ["an id", post("/here", "a", "content-type: text/plain\r\nx-request-id: 7\r\n"), /^long POST/],
    ["no type", post("/here", "a", ""), /^long POST \/here a$/],
    ["another type", post("/here", "a", "content-type: text/html\r\n"), /^long POST \/here a$/],
    ["nothing", post("/here", ""), /^long POST \/here $/],
    [
      "chunks",
      "POST /here HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
      /^long POST \/here a$/,
    ],
    ["101 lines", post("/here", "a", `content-type: text/plain\r\n${"x: y\r\n".repeat(98)}`), /^long POST/],
    ["a last request", post("/here", "a", "content-type: text/plain\r\nconnection: close\r\n"), /^long POST/],
    ["an old client", post("/here", "a", "content-type: text/plain\r\n", "1.0"), /^long POST/],
  ];
  for (const [name, request, answer] of requests) {
    const { send, said: heard } = client(port);
    send(request);
    expect([name, ...(await heard(1))]).toEqual([name, expect.stringMatching(answer)]);
  }
  for (const request of [
    post("/here", "a").replace("host: x\r\n", ""),
    post("/here", "a").replace("host: x\r\n", "host : x\r\n"),
    post("/here", "a").replace("content-length: 1", "content-length: 1\r\ncontent-length: 2"),
    post("/here", "a").replace("content-length: 1", "content-length: 1\r\ntransfer-encoding: chunked"),
    post("/here", "a").replace("host: x", "host: x\nx: y"),
  ]) {
    const { socket, send } = client(port);
    send(request);
    const first = await new Promise<string>((resolve) =>
      socket.once("data", (piece) => resolve(String(piece))),
    );
    expect(first).toMatch(/^HTTP\/1\.1 400 Bad Request/);
  }
});

test("a request in pieces, two in one piece, and one that comes before its forerunner is answered", async () => {
  const port = await start();
  const cut = client(port);
  const whole = post("/here", "abc");
  cut.send(whole.slice(0, 30));
  await cut.arrived();
  cut.send(whole.slice(30, -2));
  await cut.arrived();
  cut.send(whole.slice(-2));
  expect(await cut.said(1)).toEqual(["long POST /here abc"]);
  const two = client(port);
  two.send(post("/here", "a") + post("/here", "b"));
  expect(await two.said(2)).toEqual(["long POST /here a", "long POST /here b"]);
  const hasty = client(port);
  hasty.send(post("/later", "a"));
  await hasty.arrived();
  hasty.send(post("/later", "b"));
  await hasty.arrived();
  hasty.send(post("/elsewhere", "c"));
  expect(await hasty.said(3)).toEqual(["short a", "short b", "long POST /elsewhere c"]);
  hasty.send(post("/later", "d"));
  expect((await hasty.said(4)).at(-1)).toBe("long POST /later d");
});

test("what turns out to be odd begins anew, also for a client that says no more, and room is left in the end", async () => {
  const port = await start();
  const { send, arrived, said: heard } = client(port);
  send(post("/here", "a"));
  await heard(1);
  send(post("/odd", "b"));
  await arrived();
  send(post("/here", "c"));
  expect(await heard(3)).toEqual(["short a", "long POST /odd b", "short c"]);
  for (const [path, answer] of [
    ["/later", "short a"],
    ["/odd", "long POST /odd a"],
    ["/broken", "short Error: broken"],
  ] as const) {
    const ended = client(port);
    ended.socket.end(post(path, "a"));
    expect(await ended.said(1)).toEqual([answer]);
    await ended.closed;
  }
  const gone = client(port);
  gone.send(post("/later", "a"));
  await gone.arrived();
  gone.socket.resetAndDestroy();
  await wait(() => room === 0);
  expect(room).toBe(0);
});

test("a client that says no more while it waits gets all of its answers, whatever way they take", async () => {
  const port = await start();
  for (const [request, ...answers] of [
    [post("/later", "b"), "short b"],
    [post("/odd", "b"), "long POST /odd b"],
    [post("/elsewhere", "b"), "long POST /elsewhere b"],
    [post("/elsewhere", "b") + post("/here", "c"), "long POST /elsewhere b", "long POST /here c"],
    [post("/elsewhere", "b").slice(0, -1)],
    [post("/elsewhere", "b").slice(0, 20)],
  ] as const) {
    const ended = client(port);
    let hasEnded = false;
    server.once("connection", (socket) => socket.once("end", () => (hasEnded = true)));
    ended.send(post("/held", "a"));
    await wait(() => held !== undefined);
    ended.socket.end(request);
    await wait(() => hasEnded);
    held?.();
    await ended.closed;
    expect(await ended.said(0)).toEqual(["short a", ...answers]);
  }
  expect(room).toBe(0);
});

test("a head that Node refuses later is answered, and its connection holds up nobody", async () => {
  const port = await start();
  const refused = client(port);
  refused.send(post("/unread", "a").replace("host: x\r\n", ""));
  const broken = client(port);
  broken.send(post("/unread", "a").replace("host: x", "host : x"));
  const answers = await Promise.all(
    [refused, broken].map(
      ({ socket }) => new Promise<string>((resolve) => socket.once("data", (piece) => resolve(`${piece}`))),
    ),
  );
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request/);
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await closed;
  expect(room).toBe(0);
  await start();
});

test("one connection may bring plain and odd ones for long, one after the other or hastily", async () => {
  const { send, arrived, said: heard } = client(await start());
  const expected: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    const path = count % 3 === 0 ? "/odd" : "/later";
    send(post(path, `${count}.`));
    expected.push(path === "/odd" ? `long POST /odd ${count}.` : `short ${count}.`);
    if (count % 2 === 0) await heard(count + 1);
    else await arrived();
  }
  expect(await heard(20)).toEqual(expected);
});

test("a closing server lets go of idle connections and keeps one that waits for its answer", async () => {
  const port = await start();
  const idle = client(port);
  const busy = client(port);
  idle.send(post("/here", "a"));
  expect(await idle.said(1)).toEqual(["short a"]);
  busy.send(post("/later", "b"));
  await busy.arrived();
  const closed = new Promise((resolve) => server.close(resolve));
  idle.socket.end();
  await idle.closed;
  expect(await busy.said(1)).toEqual(["short b"]);
  busy.send(post("/here", "c"));
  expect((await busy.said(2)).at(-1)).toBe("long POST /here c");
  busy.socket.end();
  server.closeIdleConnections();
  await closed;
  await start();
});
