import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { KEY, SECRET, startAmplitude } from "../../demo/origin/amplitude-server.ts";
import { uuidOf, vendorTime } from "../../demo/origin/vendor-events.ts";
import { type Crash, startServerProcess } from "../data-path/server-process.ts";
import { seededRandom } from "../support/random.ts";
import { TEMPLATE } from "../support/test-config.ts";
import { call, createDatabase } from "../support/test-server.ts";
import { DAY, HOUR_MS } from "./support/start-migration.ts";

export type KillOptions = { seed: number; kills: number; days: number; eventsPerHour: number };
export type Finished = {
  kills: number;
  events: Record<string, number>;
  totals: Record<string, unknown>;
  /** Of all events and profiles, whatever their order. */
  content: { events: string; count: number; profiles: string };
  /** The same after it was taken back. */
  takenBack: Finished["content"];
};

const PEOPLE = 50;

/** An hour of a shop: visitors who become customers, the same every time it is asked for. */
export function madeHour(hourMs: number, eventsPerHour: number): string[] {
  const hour = Math.floor(hourMs / HOUR_MS);
  return Array.from({ length: eventsPerHour }, (_, place) => {
    // Every hundredth line stands twice in the export.
    const index = place % 100 === 99 ? place - 1 : place;
    const number = hour * 100_000 + index;
    const person = number % PEOPLE;
    const timeMs = hourMs + Math.floor((index * HOUR_MS) / eventsPerHour);
    return JSON.stringify({
      uuid: uuidOf(number),
      event_type: ["Page viewed", "Cart filled", "Order placed"][number % 3],
      event_time: vendorTime(timeMs),
      user_id: number % 3 === 0 ? null : `person-${person}`,
      device_id: `device-${person}`,
      server_upload_time: vendorTime(timeMs),
      event_properties: { amount: (number % 997) / 10, page: `/p/${number % 13}` },
      user_properties: { orders: hour % 24, plan: hour % 2 === 0 ? "pro" : "free" },
    });
  });
}

/** Moments at which it dies besides: while persons are sent, and when events have been taken back and nobody has noted it yet. */
const MOMENTS: readonly Crash[] = [
  { point: "migration.people", nth: 1 },
  { point: "migration.taken-back", nth: 1 },
];

/** One migration, and its way back, with the server killed at random while it runs; it has to go on by itself. */
export async function runKilled({ seed, kills, days, eventsPerHour }: KillOptions): Promise<Finished> {
  const random = seededRandom(seed);
  const vendor = await startAmplitude();
  vendor.made = (hourMs) =>
    hourMs >= DAY && hourMs < DAY + days * 24 * HOUR_MS ? madeHour(hourMs, eventsPerHour) : [];
  const dataFolder = await mkdtemp(join(tmpdir(), "tributary-migration-"));
  const databaseUrl = await createDatabase(TEMPLATE);
  const sizes = { journal: {}, store: {}, loader: {} };
  const config = { AMPLITUDE_EXPORT_URL: vendor.url };
  const start = (crash?: Crash) => startServerProcess({ dataFolder, databaseUrl, sizes, config, crash });
  const moments = kills === 0 ? [] : [...MOMENTS];
  let server = start(moments[0]);
  let jobId = "";
  let killed = 0;
  let finished: Awaited<ReturnType<typeof readBack>> | undefined;
  try {
    for (;;) {
      const url = await server.ready;
      if (url === undefined) throw new Error(`the server did not start:\n${server.output()}`);
      if (jobId === "") jobId = await begin(url, days);
      const until = killed < kills ? random.below(900) + 50 : Number.POSITIVE_INFINITY;
      const done = await watch(url, jobId, until);
      if (done === "died") moments.shift();
      else if (done !== undefined) {
        if (done.state === "rolled_back" && finished !== undefined) {
          const takenBack = await readContent(url);
          server.kill("SIGTERM");
          await server.exited;
          return { kills: killed, ...finished, takenBack };
        }
        finished = await readBack(url, jobId, done);
        // The answer may be the last thing that is heard of it.
        await call(url, "POST", `/migrate/jobs/${jobId}/rollback?wait=0`).catch(() => undefined);
        continue;
      }
      server.kill("SIGKILL");
      await server.exited;
      killed += 1;
      server = start(moments[0]);
    }
  } finally {
    await vendor.close();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

async function begin(url: string, days: number): Promise<string> {
  const project = await call(url, "GET", "projects/1");
  const end = new Date(DAY + (days - 1) * 24 * HOUR_MS).toISOString().slice(0, 10);
  const body = {
    SOURCE_API_KEY: KEY,
    SOURCE_API_SECRET: SECRET,
    PROJECT_TOKEN: project.body.results.token,
    START_DATE: "2026-01-10",
    END_DATE: end,
  };
  const begun = await call(url, "POST", "/migrate/amplitude?wait=0", { as: null, body });
  if (begun.status !== 202) throw new Error(JSON.stringify(begun.body));
  return begun.body.results.job_id;
}

type View = { state: string; events: Record<string, number> };

/** Undefined when the time is over before it has ended. */
async function watch(url: string, jobId: string, ms: number): Promise<View | "died" | undefined> {
  const until = performance.now() + ms;
  while (performance.now() < until) {
    const looked = await call(url, "GET", `/migrate/jobs/${jobId}`).catch(() => undefined);
    if (looked === undefined) return "died";
    const { body } = looked;
    if (!["queued", "running", "rolling_back"].includes(body.results.state)) return body.results;
    await sleep(25);
  }
  return undefined;
}

async function readBack(url: string, jobId: string, { state, events }: View) {
  if (state !== "completed") throw new Error(`it ended ${state}`);
  const { body: certificate } = await call(url, "GET", `/migrate/jobs/${jobId}/certificate`);
  return { events, totals: certificate.results.totals, content: await readContent(url) };
}

async function readContent(url: string): Promise<Finished["content"]> {
  const exported = await call(
    url,
    "GET",
    `/api/2.0/export?project_id=1&from_date=2026-01-01&to_date=${new Date().toISOString().slice(0, 10)}&time_in_ms=true`,
  );
  const lines = String(exported.body)
    .split("\n")
    .filter((line) => line !== "")
    .map(withoutRun);
  const people = await call(url, "POST", "/api/2.0/engage?project_id=1", { body: {} });
  const profiles = people.body.results.map((one: unknown) => JSON.stringify(one)).sort();
  return { events: digest(lines.sort()), count: lines.length, profiles: digest(profiles) };
}

/** What differs from run to run: which job it was, and when it came. */
function withoutRun(line: string): string {
  const { event, properties } = JSON.parse(line);
  const { $migration_job_id: _job, mp_processing_time_ms: _time, ...rest } = properties;
  return JSON.stringify([event, Object.entries(rest).sort()]);
}

const digest = (lines: readonly string[]): string =>
  createHash("sha256").update(lines.join("\n")).digest("hex");
