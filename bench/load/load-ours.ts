import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Change, type Declaration, openDuckdbStore } from "../../src/events/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import type { Prepared } from "./prepare.ts";

/** A process of its own, so that its memory is its own: loads prepared batches as the loader would. */
const [folder = "", plan = "", usesColumns = "yes"] = process.argv.slice(2);
const { columns, batches }: Prepared = JSON.parse(await readFile(plan, "utf8"));
const store = await openDuckdbStore({ folder, log: silentLog });
let position = 1;
await store.apply(
  1,
  "live",
  [{ position, kind: "declare", declarations: columns as Declaration[] }],
  position,
);
let seconds = 0;
const cpuBefore = process.cpuUsage();
for (const { path, frames } of batches) {
  const bytes = await readFile(path);
  const began = performance.now();
  let at = 0;
  const changes: Change[] = frames.map((frame) => {
    position += 1;
    at += frame.bytes;
    return {
      position,
      kind: "rows",
      receivedMs: 1_760_000_000_000,
      lineage: { source: "import" },
      rows: bytes.subarray(at - frame.bytes, at),
      columns: usesColumns === "yes" ? frame.columns : undefined,
    };
  });
  const applied = await store.apply(1, "live", changes, position);
  if (!applied.ok) throw new Error(JSON.stringify(applied.failure));
  seconds += (performance.now() - began) / 1_000;
}
const began = performance.now();
await store.checkpoint(1);
seconds += (performance.now() - began) / 1_000;
const { user, system } = process.cpuUsage(cpuBefore);
const events = await store.countAll(1);
await store.close();
const { size } = await stat(join(folder, "1.duckdb"));
const peakBytes = process.resourceUsage().maxRSS * 1024;
process.stdout.write(
  JSON.stringify({ events, seconds, cpuSeconds: (user + system) / 1e6, bytes: size, peakBytes }),
);
