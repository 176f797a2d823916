import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import { machine } from "../support/machine.ts";
import { CREDENTIALS, cpuSeconds, peakMb, startProduct, startProgram } from "../support/product.ts";
import { median, printReport } from "../support/report.ts";
import { prepare } from "./prepare.ts";

// npm run bench -- migration [--json] [--events 2000000] [--days 20] [--rounds 3] [--no-peer]
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    events: { type: "string", default: "2000000" },
    days: { type: "string", default: "20" },
    rounds: { type: "string", default: "3" },
    "no-peer": { type: "boolean", default: false },
  },
});
const events = Number(values.events);
const run = promisify(execFile);
const LARGE = { maxBuffer: 64 * 1024 * 1024 };
type Timed = { lines: number; seconds: number };

const work = mkdtempSync(join(tmpdir(), "bench-migration-"));
try {
  const prepared = prepare(work, events, Number(values.days));
  const vendor = await startProgram([join(import.meta.dirname, "vendor-server.ts"), work]);
  const [ours, bare, peer]: [(Timed & { cpuUs: number; peakMb: number })[], Timed[], Timed[]] = [[], [], []];
  try {
    for (let round = 0; round < Number(values.rounds); round += 1) {
      bare.push(await runBare(vendor.url, prepared.lastDay));
      ours.push(await runOurs(vendor.url, prepared.lastDay));
      if (!values["no-peer"]) peer.push(await runPeer(prepared.files));
    }
  } finally {
    await vendor.close();
  }
  const speed = (all: readonly Timed[]) => median(all.map(({ lines, seconds }) => lines / seconds));
  const row = (what: string, all: readonly Timed[]) => ({
    what,
    events_per_second: all.length === 0 ? "not run" : Math.round(speed(all)),
  });
  const ratio = speed(ours) / speed(bare);
  const times = peer.length === 0 ? Number.NaN : speed(ours) / speed(peer);
  printReport({
    name: "migration: an Amplitude history from its export to events that can be queried",
    rows: [
      {
        ...row("ours, until certified", ours),
        cpu_us_per_event: median(ours.map(({ cpuUs }) => cpuUs)).toFixed(1),
        peak_mb: median(ours.map(({ peakMb }) => peakMb)),
      },
      row("bare pipe: unzip, gunzip, parse, discard", bare),
      row("mixpanel-import transforming the same files, sending nothing", peer),
    ],
    goals: [
      { goal: "at least 0.4 of the bare pipe", measured: ratio.toFixed(2), met: ratio >= 0.4 },
      ...(peer.length === 0
        ? []
        : [{ goal: "at least 3 times mixpanel-import", measured: times.toFixed(1), met: times >= 3 }]),
    ],
    about: {
      ...machine(),
      events,
      line_bytes: Math.round(prepared.lineBytes / events),
      archive_mb: Math.round(prepared.bytes / 1e6),
      load: loadavg()[0]?.toFixed(1) ?? "",
    },
  });
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function runBare(url: string, lastDay: string): Promise<Timed> {
  const { stdout } = await run(
    process.execPath,
    [join(import.meta.dirname, "bare-pipe.ts"), url, ...daysUntil(lastDay)],
    LARGE,
  );
  return JSON.parse(stdout);
}

function daysUntil(lastDay: string): string[] {
  const days: string[] = [];
  for (let ms = Date.parse("2026-01-01"); ms <= Date.parse(lastDay); ms += 86_400_000) {
    days.push(new Date(ms).toISOString().slice(0, 10).replaceAll("-", ""));
  }
  return days;
}

async function runPeer(files: readonly string[]): Promise<Timed> {
  const { stdout } = await run(
    process.execPath,
    [join(import.meta.dirname, "transform-peer.mjs"), ...files],
    LARGE,
  );
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}");
}

async function runOurs(
  vendorUrl: string,
  lastDay: string,
): Promise<Timed & { cpuUs: number; peakMb: number }> {
  const product = await startProduct({ AMPLITUDE_EXPORT_URL: vendorUrl });
  try {
    const headers = { authorization: `Basic ${Buffer.from(CREDENTIALS).toString("base64")}` };
    const project = (await (await fetch(`${product.url}/api/app/projects/1`, { headers })).json()) as {
      results: { token: string };
    };
    const before = cpuSeconds(product.pid);
    const began = performance.now();
    const body = {
      SOURCE_API_KEY: "key",
      SOURCE_API_SECRET: "secret",
      PROJECT_TOKEN: project.results.token,
      START_DATE: "2026-01-01",
      END_DATE: lastDay,
    };
    const begun = await fetch(`${product.url}/migrate/amplitude?wait=0`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    let { results } = (await begun.json()) as {
      results: {
        job_id: string;
        state: string;
        message: string;
        events: { exported: number; loaded: number };
      };
    };
    while (results.state === "queued" || results.state === "running") {
      await sleep(250);
      ({ results } = (await (
        await fetch(`${product.url}/migrate/jobs/${results.job_id}`, { headers })
      ).json()) as {
        results: typeof results;
      });
    }
    const seconds = (performance.now() - began) / 1000;
    if (results.state !== "completed" || results.events.loaded !== events)
      throw new Error(JSON.stringify(results));
    const cpuUs = ((cpuSeconds(product.pid) - before) / events) * 1e6;
    return { lines: results.events.exported, seconds, cpuUs, peakMb: peakMb(product.pid) };
  } finally {
    await product.close();
  }
}
