import { createServer, connect as openSocket, type Server, type Socket } from "node:net";
import type { seededRandom } from "../support/random.ts";

/** Where a connection breaks. */
export const CUTS = [
  "before-request", // nothing of it reaches the server
  "in-body", // the server gets a part
  "after-body", // the server has everything and has not answered yet, most likely
  "before-reply", // the answer was on its way
  "in-reply", // the client gets a part of it
] as const;
export type CutAt = (typeof CUTS)[number];

export type Cutter = {
  choose(random: ReturnType<typeof seededRandom>): CutAt;
  /** An address whose next connection leads to the server and breaks there. */
  expect(cut: CutAt, serverUrl: string): Promise<string>;
  /** How many connections were cut where. */
  counts: Record<CutAt, number>;
  close(): void;
};

const REPLY_PART_BYTES = 40;

/** Stands between client and server; each address it gives is good for one connection. */
export function createCuttingProxy(): Cutter {
  const servers = new Set<Server>();
  const counts = Object.fromEntries(CUTS.map((cut) => [cut, 0])) as Record<CutAt, number>;
  return {
    counts,
    choose: (random) => CUTS[random.below(CUTS.length)] ?? "in-body",
    expect(cut, serverUrl) {
      const { promise, resolve } = Promise.withResolvers<string>();
      const server = createServer((client) => {
        server.close();
        servers.delete(server);
        counts[cut] += 1;
        cutConnection(client, cut, Number(new URL(serverUrl).port));
      });
      servers.add(server);
      server.listen(0, "127.0.0.1", () => {
        const address = server.address();
        resolve(`http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`);
      });
      return promise;
    },
    close() {
      for (const server of servers) server.close();
    },
  };
}

function cutConnection(client: Socket, cut: CutAt, port: number): void {
  client.on("error", () => undefined);
  if (cut === "before-request") {
    client.destroy();
    return;
  }
  const upstream = openSocket({ port, host: "127.0.0.1" });
  const end = () => {
    upstream.destroy();
    client.destroy();
  };
  upstream.on("error", end).on("close", end);
  client.on("close", end);
  let got = Buffer.alloc(0);
  client.on("data", (chunk: Buffer) => {
    got = Buffer.concat([got, chunk]);
    const total = bytesOf(got);
    const isWhole = total !== undefined && got.length >= total;
    if (cut !== "in-body") upstream.write(chunk, () => (isWhole && cut === "after-body" ? end() : undefined));
    else if (isWhole) upstream.write(got.subarray(0, total - 1 - Math.floor((total - 1) / 3)), end);
  });
  upstream.on("data", (chunk: Buffer) => {
    if (cut === "before-reply") end();
    else if (cut === "in-reply") client.write(chunk.subarray(0, REPLY_PART_BYTES), end);
    else client.write(chunk);
  });
}

/** Head and body together, as soon as the head says how long the body is. */
function bytesOf(got: Buffer): number | undefined {
  const headEnd = got.indexOf("\r\n\r\n");
  if (headEnd === -1) return undefined;
  const length = /content-length: (\d+)/i.exec(got.subarray(0, headEnd).toString())?.[1];
  return length === undefined ? undefined : headEnd + 4 + Number(length);
}
