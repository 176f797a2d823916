import { join } from "node:path";
import autocannon from "autocannon";
import { machine } from "../support/machine.ts";
import { CREDENTIALS, cpuSeconds, type Product, startProduct, startProgram } from "../support/product.ts";
import { median, printReport } from "../support/report.ts";

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 64;
const PATH = "/api/app/projects/1";
const headers = { authorization: `Basic ${Buffer.from(CREDENTIALS).toString("base64")}` };

type Shot = { perSecond: number; p50: number; p99: number; cpuUs: number };

async function shoot({ url: origin, pid }: Product): Promise<Shot> {
  const url = origin + PATH;
  const before = cpuSeconds(pid);
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} broken`);
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    // On a machine that is busy with other things, processor time per request is the steadier figure.
    cpuUs: ((cpuSeconds(pid) - before) / result.requests.total) * 1e6,
  };
}

/** Turn about, so that a slow minute of the machine falls on both. */
const ours = await startProduct();
const answer = await (await fetch(ours.url + PATH, { headers })).text();
const bare = await startProgram([join(import.meta.dirname, "bare-server.ts"), answer]);
const shots: Record<"ours" | "bare", Shot[]> = { ours: [], bare: [] };
try {
  await shoot(ours);
  await shoot(bare);
  for (let round = 0; round < ROUNDS; round += 1) {
    shots.bare.push(await shoot(bare));
    shots.ours.push(await shoot(ours));
  }
} finally {
  await Promise.all([ours.close(), bare.close()]);
}

const row = (name: string, taken: readonly Shot[]) => ({
  server: name,
  "requests/s": Math.round(median(taken.map((shot) => shot.perSecond))),
  "p50 ms": median(taken.map((shot) => shot.p50)),
  "p99 ms": median(taken.map((shot) => shot.p99)),
  "cpu µs/request": Math.round(median(taken.map((shot) => shot.cpuUs)) * 10) / 10,
});
const ratio = median(
  shots.ours.map((shot, index) => shot.perSecond / (shots.bare[index]?.perSecond ?? Number.NaN)),
);
printReport({
  name: "http: an authenticated route against a bare Fastify route that answers the same bytes",
  rows: [row("ours (sign-in, project, role, metrics)", shots.ours), row("bare Fastify", shots.bare)],
  goals: [{ goal: "at least 0.8 of bare Fastify", measured: ratio.toFixed(2), met: ratio >= 0.8 }],
  about: { ...machine(), connections: CONNECTIONS, rounds: ROUNDS, seconds: SECONDS },
});
