import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { machine } from "../support/machine.ts";
import { median, printReport } from "../support/report.ts";
import { prepareBatches } from "./prepare.ts";

// npm run bench -- load [--json] [--events 1000000] [--rounds 3] [--extra-columns 0] [--all-columns]
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    events: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "3" },
    "extra-columns": { type: "string", default: "0" },
    "all-columns": { type: "boolean", default: false },
  },
});

type Load = { events: number; seconds: number; cpuSeconds: number; bytes: number; peakBytes: number };

async function load(child: "load-ours.ts" | "load-bare.ts", ...args: string[]): Promise<Load> {
  const folder = join(work, `${child}-${++run}`);
  await mkdir(folder);
  const process_ = spawn(process.execPath, [join(import.meta.dirname, child), folder, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  process_.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const code = await new Promise((resolve) => process_.once("close", resolve));
  rmSync(folder, { recursive: true, force: true });
  if (code !== 0) throw new Error(`${child} ended with ${code}`);
  return JSON.parse(output);
}

const work = mkdtempSync(join(tmpdir(), "bench-load-"));
let run = 0;
try {
  const prepared = await prepareBatches(work, Number(values.events), Number(values["extra-columns"]));
  const plan = join(work, "plan.json");
  writeFileSync(plan, JSON.stringify(prepared));
  const [ours, bare]: [Load[], Load[]] = [[], []];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    bare.push(await load("load-bare.ts", plan));
    ours.push(await load("load-ours.ts", plan, values["all-columns"] ? "no" : "yes"));
  }
  const speed = (loads: Load[]) => median(loads.map(({ events, seconds }) => events / seconds));
  const row = (what: string, loads: Load[]) => ({
    what,
    events_per_second: Math.round(speed(loads)),
    ratio: (speed(loads) / speed(bare)).toFixed(2),
    // Other work on the machine changes the speed, and hardly this.
    cpu_us_per_event: Number(
      (median(loads.map(({ cpuSeconds, events }) => cpuSeconds / events)) * 1e6).toFixed(2),
    ),
    bytes_per_event: Math.round(median(loads.map(({ bytes, events }) => bytes / events))),
    peak_mb: Math.round(median(loads.map(({ peakBytes }) => peakBytes)) / 1e6),
  });
  const mine = row("ours", ours);
  printReport({
    name: "Loading prepared frames of 2,000 events, 19 properties each, into the event store",
    rows: [mine, row("bare: insert from read_json", bare)],
    goals: [
      {
        goal: "300,000 events/s",
        measured: `${mine.events_per_second}`,
        met: mine.events_per_second >= 300_000,
      },
      {
        goal: "under 60 bytes an event",
        measured: `${mine.bytes_per_event}`,
        met: mine.bytes_per_event < 60,
      },
    ],
    about: {
      ...machine(),
      events: Number(values.events),
      columns: prepared.columns.length,
      load: loadavg()[0]?.toFixed(1) ?? "",
    },
  });
} finally {
  rmSync(work, { recursive: true, force: true });
}
