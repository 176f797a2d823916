import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { machine } from "../support/machine.ts";
import { CREDENTIALS, cpuSeconds, type Product, peakMb, startProduct } from "../support/product.ts";
import { median, printReport, type Row } from "../support/report.ts";
import { bareCopy } from "./bare-copy.ts";
import { startWarehouse, type Warehouse } from "./fill.ts";
import { probeLive } from "./live-probe.ts";

// npm run bench -- warehouse [--json] [--rows 2000000] [--changed 0.001] [--python python3]
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    rows: { type: "string", default: "2000000" },
    changed: { type: "string", default: "0.001" },
    python: { type: "string", default: "python3" },
  },
});
const rows = Number(values.rows);
/** Whoever asks more often takes time away from what is measured. */
const POLL_MS = 200;
const LIVE_MS_MAX = 2_000;
/** What the server may take at full load, and what each import may add to it. */
const PEAK_MB_MAX = 1_000 + 256;

type Run = {
  run_id: string;
  status: string;
  rows_inserted: number;
  rows_updated: number;
  error: unknown;
  start_time: number;
  end_time: number;
  log: { phase: string; text: string }[];
};

async function call<Answer>(product: Product, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${product.url}/api/app/projects/1/warehouse-sources/${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(CREDENTIALS).toString("base64")}`,
      "content-type": "application/json",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { results: Answer; error?: string };
  if (answer.error) throw new Error(answer.error);
  return answer.results;
}

/** From the trigger until all of it can be asked for. */
async function sync(product: Product, importId: number): Promise<Run & { seconds: number; cpu: number }> {
  const began = performance.now();
  const cpuBefore = cpuSeconds(product.pid);
  const { run_id } = await call<{ run_id: string }>(product, "PUT", `imports/${importId}/manual-sync`);
  for (;;) {
    const run = await call<Run>(product, "GET", `imports/${importId}/runs/${run_id}`);
    if (run.status === "SUCCEEDED") {
      return {
        ...run,
        seconds: (performance.now() - began) / 1000,
        cpu: cpuSeconds(product.pid) - cpuBefore,
      };
    }
    if (run.status !== "RUNNING") throw new Error(JSON.stringify(run.error));
    await sleep(POLL_MS);
  }
}

async function ours(warehouse: Warehouse): Promise<{ mine: Row[]; liveMs: number[]; way: string }> {
  const product = await startProduct();
  try {
    const { url } = warehouse;
    const source = await call<{ id: number }>(product, "POST", "sources", {
      warehouse_type: "postgres",
      ...{
        host: url.hostname,
        port: Number(url.port),
        database: url.pathname.slice(1),
        username: url.username,
      },
      password: decodeURIComponent(url.password),
    });
    const create = (sync_mode: string) =>
      call<{ id: number }>(product, "POST", "imports/event-stream", {
        ...{ import_type: "event_stream", warehouse_source_id: source.id, table_params: { table: "orders" } },
        ...{ time_column_name: "ordered_at", event_column_name: "event", user_column_name: "customer_id" },
        ...{ device_column_name: "device", sync_mode, run_every: 0 },
      });
    const once = await sync(product, (await create("one_time")).id);
    const oneTimePeak = peakMb(product.pid);
    const { id: mirrorId } = await create("mirror_mode");
    const loading = sync(product, mirrorId);
    const liveMs = await probeLive(product, loading);
    const first = await loading;
    const changed = Math.round(rows * Number(values.changed));
    await warehouse.client.query(
      "update orders set quantity = quantity + 1000 where id in (select (random() * $1)::int from generate_series(1, $2::int))",
      [rows, changed],
    );
    const diff = await sync(product, mirrorId);
    const line = (what: string, run: { seconds: number; cpu: number }, memory: number): Row => ({
      what,
      seconds: Number(run.seconds.toFixed(1)),
      rows_per_second: Math.round(rows / run.seconds),
      // Other work on the machine changes the speed, and hardly this. The warehouse's own is not in it.
      cpu_us_per_row: Number(((run.cpu / rows) * 1e6).toFixed(1)),
      peak_mb: memory,
    });
    const mine = [
      line("ours: one-time import", once, oneTimePeak),
      line("ours: mirror, first load", first, peakMb(product.pid)),
      line(`ours: mirror, ${diff.rows_updated} rows changed`, diff, peakMb(product.pid)),
    ];
    // Whether only the rows written since were read, or all of them compared.
    const way = diff.log.findLast(({ phase }) => phase === "PLANNING")?.text ?? "";
    return { mine, liveMs, way };
  } finally {
    await product.close();
  }
}

/** Undefined where dlt is not installed. */
async function peer(warehouse: Warehouse, backend: string): Promise<Row | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "bench-dlt-"));
  try {
    const url = warehouse.url.href.replace(
      /^postgres(ql)?:/,
      backend === "connectorx" ? "postgresql:" : "postgresql+psycopg2:",
    );
    const printed = execFileSync(
      values.python,
      [join(import.meta.dirname, "dlt-peer.py"), url, backend, folder],
      {
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    const seconds = Number(printed.toString().trim().split("\n").at(-1));
    return {
      what: `peer: dlt, ${backend}`,
      seconds: Number(seconds.toFixed(1)),
      rows_per_second: Math.round(rows / seconds),
      peak_mb: "",
    };
  } catch {
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const warehouse = await startWarehouse(rows);
try {
  const bare = await bareCopy(warehouse.url);
  const peers = [await peer(warehouse, "pyarrow"), await peer(warehouse, "connectorx")].filter(
    (row) => row !== undefined,
  );
  const { mine, liveMs, way } = await ours(warehouse);
  const slowest = Math.round(Math.max(...liveMs));
  const speedOf = (row: Row | undefined) => Number(row?.rows_per_second ?? 0);
  const [once, first, diff] = mine;
  printReport({
    name: `A Postgres table of ${rows} rows and 12 columns into queryable events`,
    rows: [
      ...mine,
      {
        what: "bare: COPY into objects and JSON, one thread",
        seconds: Number(bare.seconds.toFixed(1)),
        rows_per_second: Math.round(bare.rows / bare.seconds),
        cpu_us_per_row: Number(((bare.cpu / rows) * 1e6).toFixed(1)),
        peak_mb: "",
      },
      ...peers,
    ],
    goals: [
      ...peers.map((row) => ({
        goal: `faster than ${row.what}`,
        measured: `${speedOf(once)} against ${speedOf(row)} rows/s`,
        met: speedOf(once) > speedOf(row),
      })),
      {
        goal: "a mirror with 0.1 % of the rows changed takes under a tenth of its first load",
        measured: `${diff?.seconds} s against ${first?.seconds} s: ${way}`,
        met: Number(diff?.seconds) < Number(first?.seconds) / 10,
      },
      {
        goal: "live events are seen within two seconds while a mirror is loaded",
        measured: `${Math.round(median(liveMs))} ms at the median, ${slowest} ms at most of ${liveMs.length}`,
        met: slowest <= LIVE_MS_MAX,
      },
      {
        goal: "under 1 GB of memory, and 256 MB for the import",
        measured: `${first?.peak_mb} MB at most`,
        met: Number(first?.peak_mb) < PEAK_MB_MAX,
      },
    ],
    about: { ...machine(), load: loadavg()[0]?.toFixed(1) ?? "" },
  });
} finally {
  await warehouse.close();
}
