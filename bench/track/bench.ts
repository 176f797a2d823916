import { join } from "node:path";
import autocannon from "autocannon";
import { makeEvents } from "../support/events.ts";
import { machine } from "../support/machine.ts";
import { CREDENTIALS, cpuSeconds, type Product, startProduct, startProgram } from "../support/product.ts";
import { median, printReport } from "../support/report.ts";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const CONNECTIONS = 64;
const BODIES = 500;
const FORMS = ["json", "form"] as const;
type Form = (typeof FORMS)[number];

type Shot = { perSecond: number; p50: number; p99: number; cpuUs: number };

/** Single events as clients send them: the browser's and Python's in a form, most other programs' as JSON. */
function requestsOf(form: Form, token: string) {
  return [...makeEvents(BODIES, { seed: 7, fromMs: Date.now() - 3_600_000 })].map(({ event, properties }) => {
    // Without an insert id, as the Node client sends them: sent again and again, each is an event of its own.
    const { $insert_id: _, ...rest } = properties as Record<string, unknown>;
    const text = JSON.stringify({ event, properties: { ...rest, token } });
    const isJson = form === "json";
    const body = isJson ? text : `data=${encodeURIComponent(Buffer.from(text).toString("base64"))}`;
    const type = isJson ? "application/json" : "application/x-www-form-urlencoded";
    return { method: "POST" as const, path: "/track", headers: { "content-type": type }, body };
  });
}

async function shoot({ url, pid }: Product, form: Form): Promise<Shot> {
  const before = cpuSeconds(pid);
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: requests[form],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} broken`);
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuUs: ((cpuSeconds(pid) - before) / result.requests.total) * 1e6,
  };
}

const ours = await startProduct();
const bare = await startProgram([join(import.meta.dirname, "bare-server.ts")]);
const headers = { authorization: `Basic ${Buffer.from(CREDENTIALS).toString("base64")}` };
const project = (await (await fetch(`${ours.url}/api/app/projects/1`, { headers })).json()) as {
  results: { token: string };
};
const requests = {
  json: requestsOf("json", project.results.token),
  form: requestsOf("form", project.results.token),
};
const shots = {
  json: { ours: [] as Shot[], bare: [] as Shot[] },
  form: { ours: [] as Shot[], bare: [] as Shot[] },
};
try {
  for (const form of FORMS) {
    await shoot(bare, form);
    await shoot(ours, form);
    // Turn about, so that a slow minute of the machine falls on both.
    for (let round = 0; round < ROUNDS; round += 1) {
      shots[form].bare.push(await shoot(bare, form));
      shots[form].ours.push(await shoot(ours, form));
    }
  }
} finally {
  await Promise.all([ours.close(), bare.close()]);
}

const row = (name: string, taken: readonly Shot[]) => ({
  server: name,
  "events/s": Math.round(median(taken.map((shot) => shot.perSecond))),
  "p50 ms": median(taken.map((shot) => shot.p50)),
  "p99 ms": median(taken.map((shot) => shot.p99)),
  "cpu µs/event": Math.round(median(taken.map((shot) => shot.cpuUs)) * 10) / 10,
});
const ratio = (form: Form) =>
  median(
    shots[form].ours.map((shot, at) => shot.perSecond / (shots[form].bare[at]?.perSecond ?? Number.NaN)),
  );
printReport({
  name: "track: single events of 19 properties, answered after the sync, the loader working beside",
  rows: FORMS.flatMap((form) => [
    row(`ours, ${form}`, shots[form].ours),
    row(`bare Fastify that parses the same ${form}`, shots[form].bare),
  ]),
  goals: FORMS.map((form) => ({
    goal: `at least 0.5 of bare Fastify, ${form}`,
    measured: ratio(form).toFixed(2),
    met: ratio(form) >= 0.5,
  })),
  about: { ...machine(), connections: CONNECTIONS, rounds: ROUNDS, seconds: SECONDS },
});
