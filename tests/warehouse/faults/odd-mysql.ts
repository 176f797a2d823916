import { damaged, noise, pick, type Random } from "./odd-bytes.ts";
import { flood, type OnConnection, plainFaults } from "./odd-sockets.ts";

const packet = (sequence: number, body: Buffer, length = body.length): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUIntLE(length & 0xff_ffff, 0, 3);
  head.writeUInt8(sequence & 0xff, 3);
  return Buffer.concat([head, body]);
};

const PLUGINS = [
  ...["mysql_native_password", "caching_sha2_password", "sha256_password", "mysql_clear_password", "dialog"],
  ...[
    "client_ed25519",
    "auth_gssapi_client",
    "authentication_windows_client",
    "unknown_plugin",
    "",
    "__proto__",
  ],
];

function greeting(random: Random, plugin: string): Buffer {
  const capabilities = 0xffff_f7ff;
  const made = Buffer.concat([
    Buffer.from([pick(random, [10, 10, 10, 9, 0, 255])]),
    Buffer.from("8.0.36\0"),
    Buffer.from([1, 0, 0, 0]),
    noise(random, 8),
    Buffer.from([0]),
    Buffer.from([
      capabilities & 0xff,
      (capabilities >> 8) & 0xff,
      33,
      2,
      0,
      (capabilities >> 16) & 0xff,
      0xff,
    ]),
    Buffer.from([21]),
    Buffer.alloc(10),
    noise(random, 12),
    Buffer.from([0]),
    Buffer.from(`${plugin}\0`),
  ]);
  return packet(0, made);
}

const OK = Buffer.from([0, 0, 0, 2, 0, 0, 0]);
const failure = (words: string): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0x15, 0x04]), Buffer.from(`#28000${words}`)]);
const lengthText = (value: string): Buffer =>
  Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]);
const columnPacket = (sequence: number): Buffer =>
  packet(
    sequence,
    Buffer.concat([
      ...["def", "", "", "", "version", ""].map(lengthText),
      Buffer.from([0x0c, 33, 0, 0, 1, 0, 0, 0xfd, 0, 0, 0, 0, 0]),
    ]),
  );
const END = Buffer.from([0xfe, 0, 0, 2, 0]);
const answer = (value: string): Buffer =>
  Buffer.concat([
    packet(1, Buffer.from([1])),
    columnPacket(2),
    packet(3, END),
    packet(4, lengthText(value)),
    packet(5, END),
  ]);

/** After the client has tried to sign in. */
const signInReplies = (random: Random): Buffer[] => [
  packet(
    2,
    Buffer.concat([Buffer.from([0xfe]), Buffer.from(`${pick(random, PLUGINS)}\0`), noise(random, 21)]),
  ),
  packet(2, Buffer.from([0xfe])),
  packet(2, Buffer.concat([Buffer.from([1]), noise(random, random.below(60))])),
  packet(2, Buffer.from([1, 4])),
  packet(2, failure("m".repeat(1_000_000))),
  packet(2, Buffer.from([0xff])),
  packet(2, Buffer.alloc(0)),
  packet(9, OK),
  packet(2, OK, 0xff_ffff),
  packet(2, noise(random, 200)),
];

/** To a statement. */
const replies = (random: Random): Buffer[] => [
  packet(1, Buffer.concat([Buffer.from([0xfb]), Buffer.from("/etc/passwd")])),
  packet(1, Buffer.from([0xfe, ...noise(random, 8)])),
  packet(1, Buffer.from([0xfc, 0xff, 0xff])),
  packet(1, Buffer.from([0xfd, 0xff, 0xff, 0xff])),
  Buffer.concat([packet(1, Buffer.from([1])), packet(2, noise(random, 30))]),
  Buffer.concat([
    packet(1, Buffer.from([1])),
    columnPacket(2),
    packet(3, END),
    packet(4, Buffer.from([0xfe, ...noise(random, 20)])),
  ]),
  Buffer.concat([
    packet(1, Buffer.from([1])),
    columnPacket(2),
    packet(3, END),
    packet(4, Buffer.from([200, 1])),
  ]),
  packet(1, Buffer.from([3]), 0xff_ffff),
  packet(7, OK),
  packet(1, failure("m".repeat(3_000_000))),
  damaged(random, answer("8.0.36")),
  noise(random, 2_000),
];

type Point = "greeting" | "sign-in" | "first query" | "later query" | "endless";

function oddServer(random: Random, point: Point): OnConnection {
  return (socket) => {
    const hello = greeting(random, pick(random, PLUGINS));
    socket.write(point === "greeting" ? damaged(random, hello) : hello);
    let heard = 0;
    const turnsAt = point === "later query" ? 3 + random.below(4) : 2;
    socket.on("data", () => {
      heard += 1;
      if (point === "greeting" || point === "sign-in")
        return void socket.write(pick(random, signInReplies(random)));
      if (heard === 1) return void socket.write(packet(2, OK));
      if (heard < turnsAt) return void socket.write(answer("8.0.36"));
      if (point === "endless") return flood(socket, packet(1, Buffer.alloc(0xff_ffff, 0x61)));
      socket.write(pick(random, replies(random)));
    });
  };
}

const POINTS: readonly Point[] = ["greeting", "sign-in", "sign-in", "first query", "later query", "endless"];

export function oddMysql(random: Random): { name: string; on: OnConnection } {
  if (random.below(5) === 0) return plainFaults(random);
  const point = pick(random, POINTS);
  return { name: `turns odd at ${point}`, on: oddServer(random, point) };
}
