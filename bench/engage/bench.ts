import { setTimeout as sleep } from "node:timers/promises";
import { send } from "../ingest/send.ts";
import { machine } from "../support/machine.ts";
import { CREDENTIALS, cpuSeconds, type Product, startProduct } from "../support/product.ts";
import { median, printReport } from "../support/report.ts";
import { openBareUpsert } from "./bare-upsert.ts";
import { makePeople, type Person } from "./records.ts";

const BATCH = 2000;
const BATCHES = Number(process.env.BENCH_BATCHES ?? 40);
const WARM_BATCHES = 8;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 4);
const CONNECTIONS = 4;
const headers = {
  authorization: `Basic ${Buffer.from(CREDENTIALS).toString("base64")}`,
  "content-type": "application/json",
};

const batchesOf = (seed: number, from = 0): Person[][] =>
  Array.from({ length: BATCHES }, (_, at) => makePeople(from + at * BATCH, BATCH, seed));
const bodyOf = (people: readonly Person[]): Buffer =>
  Buffer.from(JSON.stringify(people.map(({ id, properties }) => ({ $distinct_id: id, $set: properties }))));

type Parts = { profiles: { applied?: number }; loader: { lanes: { live: { accepted: number } } } };

/** Until every update accepted can be read. */
async function applied({ url }: Product): Promise<void> {
  for (;;) {
    const { parts } = (await (await fetch(`${url}/readyz`)).json()) as { parts: Parts };
    if ((parts.profiles.applied ?? -1) >= parts.loader.lanes.live.accepted) return;
    await sleep(10);
  }
}

const bare = await openBareUpsert();
const ours = await startProduct();
const url = new URL(`${ours.url}/engage?strict=1&project_id=1`);
const shots: { kind: "new" | "known"; accepted: number; applied: number; bare: number; cpuUs: number }[] = [];
let refused = 0;

async function measure(kind: "new" | "known", batches: Person[][]): Promise<void> {
  const bodies = batches.map(bodyOf);
  const bareFrom = performance.now();
  for (const people of batches) await bare.write(people);
  const bareSeconds = (performance.now() - bareFrom) / 1000;
  const cpu = cpuSeconds(ours.pid);
  const from = performance.now();
  const sent = await send(url, headers, bodies, { connections: CONNECTIONS });
  await applied(ours);
  const seconds = (performance.now() - from) / 1000;
  const count = batches.length * BATCH;
  refused += sent.refused;
  shots.push({
    kind,
    accepted: count / sent.seconds,
    applied: count / seconds,
    bare: count / bareSeconds,
    cpuUs: ((cpuSeconds(ours.pid) - cpu) / count) * 1e6,
  });
}

/** Milliseconds for a question that looks at every profile, the best of three. */
async function filter(): Promise<{ ms: number; total: number }> {
  const query = new URLSearchParams({
    project_id: "1",
    where: 'properties["seats"] > 490',
    page_size: "100",
  });
  let [ms, total] = [Number.POSITIVE_INFINITY, 0];
  for (let at = 0; at < 3; at += 1) {
    const from = performance.now();
    const answer = await fetch(`${ours.url}/api/2.0/engage?${query}`, { headers });
    ({ total } = (await answer.json()) as { total: number });
    ms = Math.min(ms, performance.now() - from);
  }
  return { ms, total };
}

let filtered = { ms: 0, total: 0 };
try {
  await measure("new", batchesOf(1, 10_000_000).slice(0, WARM_BATCHES));
  shots.length = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await measure(round === 0 ? "new" : "known", batchesOf(2 + round));
  }
  filtered = await filter();
} finally {
  await Promise.all([ours.close(), bare.close()]);
}
if (refused > 0) throw new Error(`${refused} batches were refused`);

const rowOf = (kind: "new" | "known") => {
  const own = shots.filter((shot) => shot.kind === kind);
  const rate = (name: "accepted" | "applied" | "bare" | "cpuUs") =>
    Math.round(median(own.map((shot) => shot[name])));
  return {
    profiles: kind,
    "accepted/s": rate("accepted"),
    "accepted and applied/s": rate("applied"),
    "bare upsert/s": rate("bare"),
    "of bare": median(own.map((shot) => shot.applied / shot.bare)).toFixed(2),
    "cpu µs/update": rate("cpuUs"),
  };
};
const ratio = median(shots.map((shot) => shot.applied / shot.bare));
printReport({
  name: "engage: batches of 2,000 $set to /engage, answered after the sync, until they are applied; beside a bare bulk upsert of the same rows",
  rows: [rowOf("new"), rowOf("known")],
  goals: [{ goal: "at least 0.5 of a bare bulk upsert", measured: ratio.toFixed(2), met: ratio >= 0.5 }],
  about: {
    ...machine(),
    "filter over all profiles": `${Math.round(filtered.ms)} ms for ${(BATCHES + WARM_BATCHES) * BATCH}, ${filtered.total} found`,
    batches: BATCHES,
    rounds: ROUNDS,
    connections: CONNECTIONS,
  },
});
