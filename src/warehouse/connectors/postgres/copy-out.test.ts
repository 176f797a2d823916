import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { Client, type Connection } from "pg";
import { expect, test } from "vitest";
import { seededRandom } from "../../../journal/testing/random.ts";
import type { Column } from "../../connector.ts";
import { CopyOut } from "./copy-out.ts";
import { postgresSession } from "./session.ts";

function message(letter: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter, 0, "latin1");
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const ANSWER = message("H", Buffer.alloc(3));
const END = [
  message("c", Buffer.alloc(0)),
  message("C", Buffer.from("COPY 1\0")),
  message("Z", Buffer.from("T")),
];
const FAULT = [message("E", Buffer.from("SERROR\0\0")), message("Z", Buffer.from("E"))];

test("rows come out whole however the bytes are cut, and what is not a row goes to the driver", async () => {
  const random = seededRandom(7);
  for (let round = 0; round < 400; round += 1) {
    const rows = Array.from({ length: random.below(30) }, (_, index) =>
      Buffer.alloc(random.below(60), 65 + index),
    );
    const isFault = random.below(4) === 0;
    const tail = Buffer.concat(isFault ? FAULT : END);
    const bytes = Buffer.concat([
      ANSWER,
      ...rows.flatMap((row) => [
        message("d", row),
        ...(random.below(5) === 0 ? [message("N", Buffer.alloc(random.below(20), 1))] : []),
      ]),
      tail,
    ]);
    const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
    const copy = new CopyOut("copy");
    const toDriver: Buffer[] = [];
    stream.on("data", (piece: Buffer) => {
      toDriver.push(Buffer.from(piece));
      if (isFault && Buffer.concat(toDriver).length === tail.length) copy.handleError(new Error("a fault"));
    });
    copy.submit({ stream, query() {} } as unknown as Connection);
    const sending = (async () => {
      for (let at = 0; at < bytes.length; ) {
        const next = at + 1 + random.below(40);
        stream.push(Buffer.from(bytes.subarray(at, next)));
        at = next;
        if (random.below(3) === 0) await setImmediate();
      }
    })();
    const read = async () => Buffer.concat(await Array.fromAsync(copy, (piece) => Buffer.from(piece)));
    if (isFault) await expect(read(), `round ${round}`).rejects.toThrow("a fault");
    else expect((await read()).equals(Buffer.concat(rows)), `round ${round}`).toBe(true);
    await sending;
    while (stream.readableLength > 0) await setImmediate();
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    expect(Buffer.concat(toDriver).equals(tail), `round ${round}`).toBe(true);
  }
});

const ROW = message("d", Buffer.from(`1\t${"x".repeat(1_000)}\n`));
const COLUMNS = [{ family: "integer" }, { family: "text" }] as unknown as Column[];

/** A server that lets anybody in, begins to send rows, and then does something to the connection. */
async function startServer(rows: number, breaks: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write(Buffer.concat([message("R", Buffer.alloc(4)), message("Z", Buffer.from("I"))]));
      socket.once("data", () => {
        socket.write(Buffer.concat([ANSWER, ...Array<Buffer>(rows).fill(ROW)]));
        breaks(socket);
      });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

test.each([
  { what: "ends", rows: 50, breaks: (socket: Socket) => void socket.end() },
  { what: "is reset", rows: 50, breaks: (socket: Socket) => void socket.resetAndDestroy() },
  { what: "ends within a row", rows: 50, breaks: (socket: Socket) => void socket.end(ROW.subarray(0, 100)) },
  { what: "ends while much of it waits", rows: 3_000, breaks: (socket: Socket) => void socket.end() },
  { what: "stalls until the run is stopped", rows: 50, breaks: () => undefined },
])(
  "a connection that $what in the middle of a COPY is an error, and the session closes",
  async ({ what, rows, breaks }) => {
    const server = await startServer(rows, breaks);
    const { port } = server.address() as AddressInfo;
    const client = new Client({ host: "127.0.0.1", port, user: "u", database: "d", password: "p" });
    client.on("error", () => undefined);
    await client.connect();
    const stopping = new AbortController();
    const facts = { isEncrypted: false, serverVersion: "16", signal: stopping.signal };
    const session = postgresSession(client, facts);
    try {
      const reading = (async () => {
        for await (const some of session.stream("select 1", COLUMNS)) {
          expect(some.length).toBeGreaterThan(0);
          if (what.startsWith("stalls")) stopping.abort();
          await sleep(2);
        }
      })();
      await expect(reading).rejects.toMatchObject({ code: "unreachable" });
      await session.close();
      if (stopping.signal.aborted)
        await expect(session.ask("select 1")).rejects.toMatchObject({ code: "unreachable" });
    } finally {
      server.close();
    }
  },
);
