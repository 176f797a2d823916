import { mkdtempSync, rmSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DuckDBInstance } from "@duckdb/node-api";
import { DEFAULT_SETTINGS, openDuckdbStore } from "../../src/events/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import { machine } from "../support/machine.ts";
import { median, printReport } from "../support/report.ts";
import { startPeer } from "./chdb.ts";
import { FROM_MS, fill, STEP_MS } from "./fill.ts";

// npm run bench -- store [--json] [--events 10000000] [--rounds 9] [--no-peer]
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    events: { type: "string", default: "10000000" },
    rounds: { type: "string", default: "9" },
    "no-peer": { type: "boolean", default: false },
  },
});
const events = Number(values.events);
const rounds = Number(values.rounds);
const work = mkdtempSync(join(tmpdir(), "bench-store-"));
const timed = async <Value>(run: () => Promise<Value>): Promise<{ ms: number; value: Value }> => {
  const began = performance.now();
  const value = await run();
  return { ms: performance.now() - began, value };
};

try {
  const [folder, peerFolder, bareFolder] = [join(work, "ours"), join(work, "peer"), join(work, "bare")];
  for (const each of [peerFolder, bareFolder]) await mkdir(each);
  const store = await openDuckdbStore({ folder, log: silentLog });
  const peer = values["no-peer"] ? null : await startPeer(peerFolder);
  const filled = await fill(store, peer, events, work);

  // The same bytes in a DuckDB of its own, so that ours and the bare question can take turns.
  const copy = join(bareFolder, "copy.duckdb");
  await store.snapshotTo(1, copy);
  const instance = await DuckDBInstance.create(copy, {
    access_mode: "READ_ONLY",
    threads: String(DEFAULT_SETTINGS.threads),
  });
  const bare = await instance.connect();
  const city = (await store.catalog(1)).find(({ name }) => name === "$city")?.column;
  const until = FROM_MS + Math.floor((events * STEP_MS) / 10);

  const rows = [];
  for (const { what, where } of [
    { what: "all events by $city", where: "" },
    { what: "the first tenth of the time by $city", where: `where time < ${until}` },
  ]) {
    const ours: number[] = [];
    const limit: number[] = [];
    const peers: number[] = [];
    const answers = new Set<string>();
    for (let round = 0; round <= rounds; round += 1) {
      const sql = `select ${city}, count(*) from events ${where} group by 1 order by 1`;
      const asked = await timed(() => store.query(1, { sql, timeoutMs: 600_000, rowsMax: 1_000 }));
      if (!asked.value.ok) throw new Error(asked.value.failure.code);
      const bareSql = `select ${city}, count(*) from event_rows ${where} group by 1 order by 1`;
      const byHand = await timed(async () => (await bare.run(bareSql)).getRows());
      const ofPeer = await peer?.ask(
        `SELECT properties.\`$city\`.:String AS city, count() FROM bench.events ${where} GROUP BY city ORDER BY city`,
      );
      answers.add(JSON.stringify(asked.value.value.rows));
      answers.add(JSON.stringify(byHand.value.map(([name, count]) => [name, Number(count)])));
      if (ofPeer) answers.add(JSON.stringify(ofPeer.rows.map(([name, count]) => [name, Number(count)])));
      // The first round finds everything on the disk.
      if (round === 0) continue;
      ours.push(asked.ms);
      limit.push(byHand.ms);
      if (ofPeer) peers.push(ofPeer.ms);
    }
    if (answers.size !== 1) throw new Error(`the answers differ: ${[...answers].join("\n")}`);
    rows.push({
      what,
      ours_ms: Number(median(ours).toFixed(1)),
      by_hand_ms: Number(median(limit).toFixed(1)),
      ratio: (median(limit) / median(ours)).toFixed(2),
      clickhouse_json_ms: peer ? Number(median(peers).toFixed(1)) : "not there",
      times_clickhouse: peer ? (median(peers) / median(ours)).toFixed(1) : "",
    });
  }
  bare.closeSync();
  instance.closeSync();
  await peer?.close();
  await store.close();
  printReport({
    name: "One property grouped over the event store, beside hand-written SQL on a copy of its file and ClickHouse's JSON type",
    rows,
    goals: [],
    about: {
      ...machine(),
      events,
      loaded_s: filled.oursSeconds.toFixed(1),
      clickhouse_loaded_s: peer ? filled.peerSeconds.toFixed(1) : "",
      bytes_per_event: (statSync(copy).size / events).toFixed(1),
      load: loadavg()[0]?.toFixed(1) ?? "",
    },
  });
} finally {
  rmSync(work, { recursive: true, force: true });
}
