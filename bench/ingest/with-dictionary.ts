import { gzipSync } from "node:zlib";
import { type BenchEntry, makeEntries } from "../dictionary/entries.ts";
import { makeEvents } from "../support/events.ts";
import { machine } from "../support/machine.ts";
import { CREDENTIALS, cpuSeconds, type Product, startProduct } from "../support/product.ts";
import { median, printReport } from "../support/report.ts";
import { checksAlone } from "./checks-alone.ts";
import { loaded } from "./loaded.ts";
import { send } from "./send.ts";

const EVENTS = 5000;
const PROPERTIES = 200;
const BATCH = 2000;
const BATCHES = Number(process.env.BENCH_BATCHES ?? 75);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const UPLOAD = 250;
const headers = {
  authorization: `Basic ${Buffer.from(CREDENTIALS).toString("base64")}`,
  "content-type": "application/json",
};

/** The events that are sent are declared too, each with the properties it has and others it has not. */
function declare(): BenchEntry[] {
  const sent = new Map([...makeEvents(500)].map((event) => [event.event, event.properties]));
  const typeOf = (value: unknown) => (Number.isInteger(value) ? "integer" : typeof value);
  const entries = makeEntries(EVENTS, PROPERTIES, 1);
  return entries.map((entry, index) => {
    const [name, values] = [...sent][index] ?? [];
    if (name === undefined || values === undefined) return entry;
    const { properties } = entry.schemaJson as { properties: object };
    const seen = Object.entries(values).map(([key, value]) => [
      key,
      { type: key === "price" ? "number" : typeOf(value) },
    ]);
    const own = {
      ...Object.fromEntries(Object.entries(properties).slice(seen.length)),
      ...Object.fromEntries(seen),
    };
    const schemaJson = {
      ...entry.schemaJson,
      properties: own,
      required: ["price", "plan"],
      additionalProperties: false,
    };
    return { entityType: "event", name, schemaJson };
  });
}

async function upload({ url }: Product, entries: readonly BenchEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += UPLOAD) {
    const body = JSON.stringify({ entries: entries.slice(from, from + UPLOAD) });
    const answer = await fetch(`${url}/api/app/projects/1/schemas`, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

function pack(seed: number, roundsAfter: number): Buffer[] {
  return Array.from({ length: BATCHES }, (_, index) => {
    const fromMs = Date.now() - ((roundsAfter + 1) * BATCHES - index) * BATCH * 4;
    return gzipSync(JSON.stringify([...makeEvents(BATCH, { seed: seed * 1000 + index, fromMs })]), {
      level: 1,
    });
  });
}

type Shot = { accepted: number; loaded: number; cpuUs: number };

async function shoot(product: Product, bodies: readonly Buffer[]): Promise<Shot> {
  const before = cpuSeconds(product.pid);
  const began = performance.now();
  const url = new URL(`${product.url}/import?strict=1&project_id=1`);
  const sent = await send(url, { ...headers, "content-encoding": "gzip" }, bodies, { connections: 8 });
  if (sent.refused > 0) throw new Error(`${sent.refused} batches were refused`);
  await loaded(product);
  const seconds = (performance.now() - began) / 1000;
  const events = bodies.length * BATCH;
  const cpuUs = ((cpuSeconds(product.pid) - before) / events) * 1e6;
  return { accepted: events / sent.seconds, loaded: events / seconds, cpuUs };
}

const entries = declare();
const alone = await checksAlone(entries);
const bare = await startProduct();
const declared = await startProduct();
const shots: { without: Shot; with: Shot }[] = [];
let violations = -1;
try {
  await upload(declared, entries);
  for (const product of [bare, declared]) await shoot(product, pack(1, ROUNDS + 1).slice(0, 20));
  for (let round = 0; round < ROUNDS; round += 1) {
    const bodies = pack(10 + round, ROUNDS - round);
    // Turn about, also in who is first.
    const first = round % 2 === 0 ? await shoot(bare, bodies) : undefined;
    const second = await shoot(declared, bodies);
    shots.push({ without: first ?? (await shoot(bare, bodies)), with: second });
  }
  const answer = await fetch(`${declared.url}/api/app/projects/1/dictionary/violations`, { headers });
  violations = ((await answer.json()) as { results: { violations: unknown[] } }).results.violations.length;
} finally {
  await Promise.all([bare.close(), declared.close()]);
}
if (violations !== 0) throw new Error(`${violations} violations were found where there are none`);

const rate = (which: keyof (typeof shots)[number], name: keyof Shot) =>
  median(shots.map((shot) => shot[which][name]));
const cost = (name: keyof Shot) => median(shots.map((shot) => shot.with[name] / shot.without[name]));
const cpuCost = (cost("cpuUs") - 1) * 100;
const aloneCost = ((alone.with - alone.without) / rate("without", "cpuUs")) * 100;
printReport({
  name: `ingest with a dictionary of ${EVENTS} events × ${PROPERTIES} properties, every event checked, against the same without`,
  rows: (["without", "with"] as const).map((which) => ({
    dictionary: which,
    "accepted/s": Math.round(rate(which, "accepted")),
    "loaded/s": Math.round(rate(which, "loaded")),
    "cpu µs/event": rate(which, "cpuUs").toFixed(2),
    "reading and checking alone, µs": alone[which].toFixed(2),
  })),
  goals: [
    {
      goal: "checks take less than 5 % of an event's processor time",
      measured: `${aloneCost.toFixed(1)} %`,
      met: aloneCost < 5,
    },
    {
      goal: "less than 5 % more processor time an event",
      measured: `${cpuCost.toFixed(1)} %`,
      met: cpuCost < 5,
    },
    {
      goal: "less than 5 % fewer events/s accepted",
      measured: `${((1 - cost("accepted")) * 100).toFixed(1)} %`,
      met: cost("accepted") > 0.95,
    },
  ],
  about: { ...machine(), batches: BATCHES, rounds: ROUNDS },
});
