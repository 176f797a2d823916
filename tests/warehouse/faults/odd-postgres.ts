import type { Socket } from "node:net";
import { damaged, LENGTHS, noise, pick, type Random } from "./odd-bytes.ts";
import { drip, flood, type OnConnection, plainFaults } from "./odd-sockets.ts";

const int32 = (value: number): Buffer => {
  const made = Buffer.alloc(4);
  made.writeUInt32BE(value >>> 0);
  return made;
};
const int16 = (value: number): Buffer => {
  const made = Buffer.alloc(2);
  made.writeUInt16BE(value & 0xffff);
  return made;
};
const text = (value: string): Buffer => Buffer.from(`${value}\0`);
const message = (code: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(code), int32(body.length + 4), body]);
};

const AUTH_OK = message("R", int32(0));
const READY = message("Z", Buffer.from("I"));
const COMPLETE = message("C", text("SELECT 1"));
const column = (name: string): Buffer =>
  Buffer.concat([text(name), int32(0), int16(0), int32(25), int16(0xffff), int32(0xffff_ffff), int16(0)]);
const described = (names: string[]): Buffer => message("T", int16(names.length), ...names.map(column));
const row = (values: (string | null)[]): Buffer =>
  message(
    "D",
    int16(values.length),
    ...values.flatMap((value) =>
      value === null ? [int32(0xffff_ffff)] : [int32(Buffer.byteLength(value)), Buffer.from(value)],
    ),
  );
const error = (fields: Record<string, string>): Buffer =>
  message(
    "E",
    ...Object.entries(fields).flatMap(([name, value]) => [Buffer.from(name), text(value)]),
    Buffer.from([0]),
  );

/** Ways to sign in that the server may ask for; the driver knows the fewest of them. */
const signIns = (random: Random): Buffer[] => [
  ...[2, 6, 7, 8, 9, 13, 99, 0x7fff_ffff].map((kind) =>
    message("R", int32(kind), noise(random, random.below(40))),
  ),
  message("R", int32(3)),
  message("R", int32(5), noise(random, random.below(8))),
  ...["SCRAM-SHA-256", "SCRAM-SHA-256-PLUS", "OAUTHBEARER", "GS2-KRB5", ""].map((name) =>
    message("R", int32(10), text(name), Buffer.from([0])),
  ),
  message("R", int32(10), Buffer.from("no end")),
  message(
    "R",
    int32(11),
    Buffer.from(pick(random, ["r=x,s=eA==,i=4096", "r=", "i=999999999,s=eA==,r=x", "\0"])),
  ),
  message("R", int32(12), Buffer.from("v=wrong")),
  message("R"),
  message("R", Buffer.from([0, 0])),
];

/** Replies to a statement that no Postgres gives. */
const replies = (random: Random): Buffer[] => {
  const announced = pick(random, LENGTHS);
  return [
    Buffer.concat([described(["a"]), row(["1", "2", "3"]), COMPLETE, READY]),
    Buffer.concat([described(["a", "b"]), row([]), COMPLETE, READY]),
    Buffer.concat([message("T", int16(65_535)), READY]),
    Buffer.concat([message("T", int16(1), Buffer.from("no end")), READY]),
    Buffer.concat([described(["a"]), message("D", int16(1), int32(announced)), READY]),
    Buffer.concat([described(["a"]), message("D", int16(65_535))]),
    Buffer.concat([
      Buffer.from(pick(random, ["D", "T", "E", "R", "d", "S", "N", "?", "\0"])),
      int32(announced),
    ]),
    Buffer.concat([error({ S: "ERROR", C: "42501", M: "m".repeat(3_000_000) }), READY]),
    Buffer.concat([message("E"), READY]),
    Buffer.concat([message("E", Buffer.from("no end")), READY]),
    Buffer.concat([
      message("H", Buffer.from([0]), int16(0)),
      message("d", Buffer.from("1\t2\n")),
      message("c"),
      COMPLETE,
      READY,
    ]),
    Buffer.concat([message("G", Buffer.from([0]), int16(0))]),
    Buffer.concat([message("W", Buffer.from([9]), int16(65_535))]),
    Buffer.concat([message("t", int16(1)), message("1"), message("2"), message("n"), message("s"), READY]),
    Buffer.concat([READY, READY, READY, COMPLETE]),
    Buffer.concat([
      message("A", int32(1), text("x"), text("y")),
      message("K"),
      message("v", int32(0)),
      READY,
    ]),
    Buffer.concat([described(["__proto__", "constructor"]), row(["{}", null]), COMPLETE, READY]),
    noise(random, 2_000),
  ];
};

/** COPY as it should be, until it is not. */
function oddCopy(random: Random, socket: Socket): unknown {
  socket.write(message("H", Buffer.from([0]), int16(0)));
  const line = Buffer.from("1\t2\t3\t4\t5\t6\n");
  switch (random.below(9)) {
    case 0:
      return flood(socket, message("d", Buffer.alloc(65_536, 0x61)));
    case 1:
      return void socket.write(Buffer.concat([Buffer.from("d"), int32(pick(random, LENGTHS)), line]));
    case 2:
      return void socket.end(Buffer.concat([message("d", line), message("d", Buffer.from("half a ro"))]));
    case 3:
      return void socket.write(
        Buffer.concat([message("d", Buffer.from("half a row")), message("c"), COMPLETE, READY]),
      );
    case 4:
      return drip(socket, message("d", line), 20);
    case 5:
      return void socket.write(
        Buffer.concat([message("d", line), error({ C: "57014", M: "stopped" }), READY]),
      );
    case 6:
      return void socket.write(
        Buffer.concat([message("d", Buffer.from("\n\n\t\t\n\\\\\\N\t\\\n")), message("c"), COMPLETE, READY]),
      );
    case 7:
      return void socket.write(
        damaged(random, Buffer.concat([message("d", line), message("c"), COMPLETE, READY])),
      );
    default:
      return void socket.write(Buffer.concat([message("d", line), noise(random, 500)]));
  }
}

/** Answers as a server should, so that what comes later is reached. */
function honest(sql: string): Buffer {
  if (/^\s*(set|begin|rollback|close|declare)/i.test(sql))
    return Buffer.concat([message("C", text("SET")), READY]);
  const values = /relkind, c.reltuples/.test(sql)
    ? ["1", "r", "5", "t"]
    : /attname, format_type/.test(sql)
      ? ["id", "bigint", "int8", "N", "t", null]
      : /table_type from svv_tables/.test(sql)
        ? ["TABLE"]
        : /column_name, data_type/.test(sql)
          ? ["id", "bigint", "64", "0", "NO"]
          : ["17.0"];
  return Buffer.concat([described(values.map((_, at) => `c${at}`)), row(values), COMPLETE, READY]);
}

type Point = "sign-in" | "start" | "first query" | "later query" | "copy";

/** A Postgres that speaks its protocol up to some point, and then something else. */
function oddServer(random: Random, point: Point): OnConnection {
  return (socket) => {
    let isStarted = false;
    let queries = 0;
    const turnsAt = point === "later query" ? 2 + random.below(4) : 1;
    socket.on("data", (bytes: Buffer) => {
      if (!isStarted && bytes.length === 8) {
        socket.write(pick(random, ["N", "N", "N", "S", "E", "\0"]));
        return;
      }
      if (!isStarted) {
        isStarted = true;
        if (point === "sign-in") return void socket.write(pick(random, signIns(random)));
        const hello = Buffer.concat([
          AUTH_OK,
          message("S", text("server_version"), text("17.0")),
          message("K", int32(1), int32(2)),
          READY,
        ]);
        return void socket.write(point === "start" ? damaged(random, hello) : hello);
      }
      if (bytes[0] === 0x58) return void socket.end();
      const sql = bytes.toString("latin1", 5);
      queries += 1;
      if (point === "copy" && /^copy/i.test(sql)) return void oddCopy(random, socket);
      if (point !== "copy" && queries >= turnsAt) return void socket.write(pick(random, replies(random)));
      socket.write(honest(sql));
    });
  };
}

const POINTS: readonly Point[] = [
  "sign-in",
  "sign-in",
  "start",
  "first query",
  "later query",
  "copy",
  "copy",
];

export function oddPostgres(random: Random): { name: string; on: OnConnection } {
  if (random.below(5) === 0) return plainFaults(random);
  const point = pick(random, POINTS);
  return { name: `turns odd at ${point}`, on: oddServer(random, point) };
}
