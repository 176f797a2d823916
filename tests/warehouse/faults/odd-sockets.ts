import type { Socket } from "node:net";
import { noise, pick, type Random } from "./odd-bytes.ts";

/** What a server does with a connection, whatever protocol it is meant to speak. */
export type OnConnection = (socket: Socket) => void;

const FLOOD = Buffer.alloc(1024 * 1024, 0x20);

/** Endless, as fast as it is read. */
export function flood(socket: Socket, piece: Buffer = FLOOD): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", more);
  more();
}

export function drip(socket: Socket, bytes: Buffer, everyMs: number): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at >= bytes.length) clearInterval(timer);
    else socket.write(bytes.subarray(at, at + 1));
    at += 1;
  }, everyMs);
  socket.once("close", () => clearInterval(timer));
}

export const OTHER_PROTOCOLS = [
  "SSH-2.0-OpenSSH_9.2p1\r\n",
  "HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n",
  "220 mail.example.com ESMTP\r\n",
  "+OK redis\r\n",
  "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
];

/** Ways in which any server can fail before it says anything of its own. */
export const plainFaults = (random: Random): { name: string; on: OnConnection } =>
  pick<{ name: string; on: OnConnection }>(random, [
    { name: "silence", on: () => undefined },
    { name: "closes at once", on: (socket) => socket.end() },
    { name: "resets at once", on: (socket) => socket.resetAndDestroy() },
    { name: "noise", on: (socket) => socket.end(noise(random, 1 + random.below(100_000))) },
    {
      name: "noise, then silence",
      on: (socket) => void socket.write(noise(random, 1 + random.below(5_000))),
    },
    { name: "endless bytes", on: (socket) => flood(socket) },
    { name: "slow drip", on: (socket) => drip(socket, noise(random, 5_000), 20) },
    { name: "another protocol", on: (socket) => void socket.write(pick(random, OTHER_PROTOCOLS)) },
    {
      name: "resets after the first bytes",
      on: (socket) => socket.once("data", () => socket.resetAndDestroy()),
    },
  ]);
