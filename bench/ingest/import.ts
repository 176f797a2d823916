import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { makeEvents } from "../support/events.ts";
import { machine } from "../support/machine.ts";
import { CREDENTIALS, cpuSeconds, startProduct, startProgram } from "../support/product.ts";
import { median, printReport } from "../support/report.ts";
import { loaded } from "./loaded.ts";
import { percentile, send } from "./send.ts";

const BATCH = 2000;
const BATCHES = Number(process.env.BENCH_BATCHES ?? 400);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const CONNECTIONS = 8;
const headers = {
  authorization: `Basic ${Buffer.from(CREDENTIALS).toString("base64")}`,
  "content-type": "application/json",
  "content-encoding": "gzip",
};

/** The time between two events: the newest are of now. */
const EVENT_MS = 4;

/**
 * Packed before anything is measured: the sender shares the cores with what it measures. Time goes on from round to round, as it
 * does for what happens now; rounds of the same hour would have the store put rows in order between them.
 */
function pack(batches: number, seed: number, roundsAfter: number): Buffer[] {
  return Array.from({ length: batches }, (_, index) => {
    const after = roundsAfter * BATCHES + batches - index;
    const fromMs = Date.now() - after * BATCH * EVENT_MS;
    return gzipSync(JSON.stringify([...makeEvents(BATCH, { seed: seed * 1000 + index, fromMs })]), {
      level: 1,
    });
  });
}

const rssMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

function watchMemory(pid: number): () => number {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, rssMb(pid));
  }, 100);
  return () => {
    clearInterval(timer);
    return Math.round(most);
  };
}

const folder = await mkdtemp(join(tmpdir(), "tributary-bench-bare-"));
const bare = await startProgram([join(import.meta.dirname, "bare-server.ts"), join(folder, "bare.log")]);
const ours = await startProduct();
const importUrl = new URL(`${ours.url}/import?strict=1&project_id=1`);
const shots: { accepted: number; loaded: number; bare: number; cpuUs: number }[] = [];
const memory = watchMemory(ours.pid);
let latencies: number[] = [];
let refused = 0;
let mostMb = 0;
try {
  await send(new URL(bare.url), headers, pack(40, 1, ROUNDS + 1), { connections: CONNECTIONS });
  await send(importUrl, headers, pack(40, 2, ROUNDS + 1), { connections: CONNECTIONS });
  await loaded(ours);
  for (let round = 0; round < ROUNDS; round += 1) {
    const bodies = pack(BATCHES, 10 + round, ROUNDS - round);
    const limit = await send(new URL(bare.url), headers, bodies, { connections: CONNECTIONS });
    const before = cpuSeconds(ours.pid);
    const began = performance.now();
    const sent = await send(importUrl, headers, bodies, { connections: CONNECTIONS });
    await loaded(ours);
    const seconds = (performance.now() - began) / 1000;
    refused += sent.refused;
    shots.push({
      accepted: (BATCHES * BATCH) / sent.seconds,
      loaded: (BATCHES * BATCH) / seconds,
      bare: (BATCHES * BATCH) / limit.seconds,
      cpuUs: ((cpuSeconds(ours.pid) - before) / (BATCHES * BATCH)) * 1e6,
    });
  }
  const perSecond = (0.8 * median(shots.map((shot) => shot.loaded))) / BATCH;
  const paced = await send(importUrl, headers, pack(BATCHES, 99, 0), { connections: 32, perSecond });
  refused += paced.refused;
  latencies = paced.latenciesMs;
} finally {
  mostMb = memory();
  await Promise.all([ours.close(), bare.close()]);
  await rm(folder, { recursive: true, force: true });
}
if (refused > 0) throw new Error(`${refused} batches were refused`);

const rate = (name: keyof (typeof shots)[number]) => Math.round(median(shots.map((shot) => shot[name])));
const ratio = median(shots.map((shot) => shot.accepted / shot.bare));
const loadedRatio = median(shots.map((shot) => shot.loaded / shot.bare));
const p99 = percentile(latencies, 0.99);
printReport({
  name: "ingest: gzip batches of 2,000 events to /import, strict, answered after the sync, the loader working beside",
  rows: [
    {
      server: "ours, accepted",
      "events/s": rate("accepted"),
      "of bare": ratio.toFixed(2),
      "cpu µs/event": rate("cpuUs"),
    },
    { server: "ours, accepted and loaded", "events/s": rate("loaded"), "of bare": loadedRatio.toFixed(2) },
    { server: "bare: gunzip, parse, append, sync", "events/s": rate("bare"), "of bare": "1" },
    {
      server: "ours at 80 % of that load",
      "p50 ms": percentile(latencies, 0.5).toFixed(1),
      "p99 ms": p99.toFixed(1),
    },
  ],
  goals: [
    { goal: "at least 0.6 of the bare server", measured: ratio.toFixed(2), met: ratio >= 0.6 },
    {
      goal: "100,000 events/s accepted and loaded",
      measured: String(rate("loaded")),
      met: rate("loaded") >= 100_000,
    },
    { goal: "p99 under 150 ms at 80 %", measured: `${p99.toFixed(0)} ms`, met: p99 < 150 },
    { goal: "server process under 1 GB", measured: `${mostMb} MB`, met: mostMb < 1000 },
  ],
  about: { ...machine(), batches: BATCHES, rounds: ROUNDS, connections: CONNECTIONS },
});
