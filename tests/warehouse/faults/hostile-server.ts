import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { seededRandom } from "../../support/random.ts";
import { oddHttp } from "./odd-http.ts";
import { oddMysql } from "./odd-mysql.ts";
import { oddPostgres } from "./odd-postgres.ts";
import type { OnConnection } from "./odd-sockets.ts";

// A process of its own: what it sends must not count as memory of the one that is looked at. Started with `fork`.

export type Vendor = "postgres" | "mysql" | "clickhouse" | "bigquery";
export type ToHostile =
  | { id: number; slot: number; vendor: Vendor; seed: number }
  | { id: number; hits: true };

const SLOTS = 4;
const listening = (server: { listen(port: number, host: string, done: () => void): unknown }) =>
  new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

/** Whoever follows a redirect comes here. */
let hits = 0;
const canary = createHttpServer((_, answer) => {
  hits += 1;
  answer.end('{"secret":"of an inner service"}');
});
await listening(canary);
const canaryUrl = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/inner`;

const behaviours: OnConnection[] = [];
const ports: number[] = [];
const sockets = Array.from({ length: SLOTS }, () => new Set<Socket>());
for (let slot = 0; slot < SLOTS; slot += 1) {
  const server = createServer((socket) => {
    sockets[slot]?.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets[slot]?.delete(socket));
    socket.resume();
    behaviours[slot]?.(socket);
  });
  await listening(server);
  ports.push((server.address() as AddressInfo).port);
}

function behaviourOf(vendor: Vendor, seed: number): { name: string; on: OnConnection } {
  const random = seededRandom(seed);
  if (vendor === "postgres") return oddPostgres(random);
  return vendor === "mysql" ? oddMysql(random) : oddHttp(random, vendor, canaryUrl);
}

process.on("message", (message: ToHostile) => {
  if ("hits" in message) {
    process.send?.({ id: message.id, hits });
    return;
  }
  for (const socket of sockets[message.slot] ?? []) socket.destroy();
  const { name, on } = behaviourOf(message.vendor, message.seed);
  behaviours[message.slot] = on;
  process.send?.({ id: message.id, name });
});
process.once("disconnect", () => process.exit());
process.send?.({ id: 0, ports });
