import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { damaged, noise, pick, type Random } from "./odd-bytes.ts";
import { drip, flood, type OnConnection, plainFaults } from "./odd-sockets.ts";

const head = (status: number | string, headers: Record<string, string | number>): string =>
  `HTTP/1.1 ${status} Odd\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;

export const whole = (
  status: number,
  body: string | Buffer,
  headers: Record<string, string | number> = {},
): Buffer => {
  const bytes = Buffer.from(body);
  return Buffer.concat([
    Buffer.from(
      head(status, { "content-type": "application/json", "content-length": bytes.length, ...headers }),
    ),
    bytes,
  ]);
};

/** Where redirects lead: an address that is never reached, spelled in several ways, and one on this machine that counts. */
const TARGETS = [
  "http://169.254.169.254/latest",
  "//[::ffff:169.254.169.254]/",
  "http://[64:ff9b::a9fe:a9fe]/",
  "file:///etc/passwd",
  "",
  "/",
];

const ANSWERS = [
  "{}",
  "[]",
  "null",
  "1",
  '""',
  "",
  "{",
  "[1,2",
  '{"__proto__":{"x":1}}',
  "\ufeff{}",
  "nul",
  "<html>",
  "[]\n[]\n",
  "1\t2\n",
  "\\N\n",
];

/** What a server of HTTP can do wrong, whatever is asked of it. */
export function oddAnswer(random: Random, canary: string): (socket: Socket) => void {
  const redirect = pick(random, [...TARGETS, canary, canary, canary]);
  const error = pick(random, [400, 401, 403, 404, 408, 409, 413, 418, 429, 500, 503, 599]);
  return pick<(socket: Socket) => void>(random, [
    (socket) =>
      socket.end(
        whole(pick(random, [300, 301, 302, 303, 304, 305, 307, 308, 399]), "moved", { location: redirect }),
      ),
    (socket) => socket.end(whole(302, "moved")),
    (socket) => void socket.write(whole(200, pick(random, ANSWERS))),
    (socket) => void socket.write(whole(error, pick(random, ANSWERS))),
    (socket) => void socket.write(whole(error, "Code: 60. DB::Exception: m".padEnd(3_000_000, "m"))),
    (socket) => {
      socket.write(head(pick(random, [200, 500]), { "transfer-encoding": "chunked" }));
      flood(socket, Buffer.from(`10000\r\n${"m".repeat(65_536)}\r\n`));
    },
    (socket) => {
      socket.write(head(200, { "content-length": 1e15 }));
      flood(socket);
    },
    (socket) => void socket.write(head(200, { "content-length": 5_000_000_000 })),
    (socket) => void socket.end(`${head(200, { "content-length": 100 })}short`),
    (socket) => void socket.write(`${head(200, { "transfer-encoding": "chunked" })}FFFFFFFFFFFFFFFF\r\n`),
    (socket) => void socket.write(`${head(200, { "transfer-encoding": "chunked" })}zz\r\nnoise`),
    (socket) =>
      void socket.write(`${head(200, { "transfer-encoding": "chunked" })}${"1\r\n[\r\n".repeat(100_000)}`),
    (socket) => void socket.write(head(200, { "x-long": "x".repeat(200_000) })),
    (socket) => flood(socket, Buffer.from("HTTP/1.1 100 Continue\r\n\r\n".repeat(1_000))),
    (socket) => void socket.write(head(101, { upgrade: "websocket", connection: "upgrade" })),
    (socket) => void socket.write(head(204, {})),
    (socket) => void socket.write(head("9999999", {})),
    (socket) => void socket.write(`${head(200, { "content-length": 2, "transfer-encoding": "chunked" })}{}`),
    (socket) =>
      void socket.write(whole(200, gzipSync(Buffer.alloc(50_000_000)), { "content-encoding": "gzip" })),
    (socket) => void socket.write(whole(200, "[".repeat(3_000_000))),
    (socket) => void socket.write(whole(200, `{"a":${"9".repeat(1_000_000)}}`)),
    (socket) => void socket.write(Buffer.concat([whole(200, "{}"), whole(200, "{}"), whole(500, "{}")])),
    (socket) => drip(socket, whole(200, "{}"), 20),
    (socket) =>
      drip(
        socket,
        Buffer.concat([Buffer.from(head(200, { "content-length": 10_000 })), noise(random, 9_000)]),
        5,
      ),
    (socket) => void socket.write(damaged(random, whole(200, '{"jobComplete":true}'))),
  ]);
}

const reference = { projectId: "p", jobId: "j", location: "US" };
/** BigQuery's own answers with absurd values. */
const bigqueryAnswers = (): string[] => {
  const page = (more: object): string =>
    JSON.stringify({
      jobReference: reference,
      jobComplete: true,
      totalRows: "1",
      rows: [{ f: [{ v: "1" }] }],
      ...more,
    });
  return [
    page({ totalRows: "99999999999999999999" }),
    page({ totalRows: {} }),
    page({ rows: "rows" }),
    page({ rows: [null, 1, [], { f: 1 }, { f: [1, null, { v: { v: [] } }] }] }),
    page({ pageToken: "again" }),
    page({ pageToken: {} }),
    page({ jobComplete: false }),
    page({ jobComplete: "yes" }),
    page({ rows: [{ f: Array.from({ length: 50_000 }, () => ({ v: "x" })) }] }),
    page({
      rows: Array.from({ length: 100_000 }, () => ({ f: [{ v: "9".repeat(100) }] })),
      totalRows: "100000",
    }),
    JSON.stringify({ jobReference: 7, status: "x" }),
    JSON.stringify({ jobReference: reference, status: { errorResult: { reason: 1, message: { a: 1 } } } }),
    JSON.stringify({ error: { errors: [null], message: 3 } }),
    JSON.stringify({
      datasets: [null, { datasetReference: 3 }],
      tables: {},
      schema: { fields: [{ name: 1 }] },
    }),
    JSON.stringify({ schema: { fields: "x" }, type: [], numRows: {} }),
  ];
};

/** ClickHouse's own lines with absurd values. */
const clickhouseAnswers = (random: Random): string[] => [
  '["1"]\n["2"\n',
  "[1]\nCode: 241. DB::Exception: memory\n",
  "[1]\n__exception__\r\nPU1FNUFH98\r\nCode: 395. DB::Exception: odd",
  "[1,2,3,4,5,6,7]\n[]\n[null]\n",
  `[${"9".repeat(400)}]\n["${"x".repeat(1_000_000)}"]\n`,
  "1\t2\t3\t4\n".repeat(1_000),
  "\\N\t\\\\\t\\x\n",
  "[[[[[[[1]]]]]]]\n",
  '[{"a":1}]\n[true]\n[1e999]\n',
  noise(random, 500).toString("latin1"),
];

/** Answers well as often as it takes to reach what comes later. */
export function oddHttp(
  random: Random,
  vendor: "bigquery" | "clickhouse",
  canary: string,
): { name: string; on: OnConnection } {
  const kind = random.below(10);
  if (kind < 1) return plainFaults(random);
  const honest = random.below(4);
  const odd = oddAnswer(random, canary);
  const absurd = pick(random, vendor === "bigquery" ? bigqueryAnswers() : clickhouseAnswers(random));
  let heard = 0;
  const on: OnConnection = (socket) => {
    socket.on("data", (bytes: Buffer) => {
      const isRequest = /^(GET|POST) /.test(bytes.toString("latin1", 0, 5));
      if (!isRequest) return;
      heard += 1;
      if (heard > honest) return kind < 6 ? odd(socket) : void socket.write(whole(200, absurd));
      const wanted = bytes.toString("latin1");
      const body =
        vendor === "clickhouse"
          ? /JSONCompact/.test(wanted)
            ? "[1]\n"
            : "1\n"
          : JSON.stringify({
              jobReference: reference,
              jobComplete: true,
              totalRows: "1",
              rows: [{ f: [{ v: "1" }] }],
            });
      socket.write(whole(200, body));
    });
  };
  return { name: kind < 6 ? `odd HTTP after ${honest}` : `absurd values after ${honest}`, on };
}
