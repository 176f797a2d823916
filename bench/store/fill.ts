import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Catalog, type Change, type EventStore, Shredder } from "../../src/events/index.ts";
import { makeEvents } from "../support/events.ts";
import type { Peer } from "./chdb.ts";

const BATCH_EVENTS = 200_000;
export const FROM_MS = 1_760_000_000_000;
/** How far apart two events are. */
export const STEP_MS = 3;

export type Filled = { oursSeconds: number; peerSeconds: number };

/** The same events into the store and into ClickHouse, a batch at a time: ten million as JSON would take 4 GB. */
export async function fill(
  store: EventStore,
  peer: Peer | null,
  events: number,
  folder: string,
): Promise<Filled> {
  const catalog = new Catalog();
  const shredder = new Shredder(catalog);
  const filled = { oursSeconds: 0, peerSeconds: 0 };
  let position = 0;
  let declared = 0;
  for (let from = 0; from < events; from += BATCH_EVENTS) {
    const lines: string[] = [];
    const count = Math.min(BATCH_EVENTS, events - from);
    for (const { event, properties } of makeEvents(count, {
      seed: from + 1,
      fromMs: FROM_MS + from * STEP_MS,
    })) {
      const { time, distinct_id, $device_id, $insert_id, ...others } = properties;
      const [distinctId, deviceId, insertId] = [String(distinct_id), String($device_id), String($insert_id)];
      shredder.add({ event, timeMs: Number(time), distinctId, deviceId, insertId, properties: others });
      if (peer === null) continue;
      const ids = { distinct_id: distinctId, device_id: deviceId, insert_id: insertId };
      lines.push(JSON.stringify({ event, time, ...ids, properties: others }));
    }
    const { rows, columns } = shredder.take();
    const changes: Change[] = [
      { position: position + 1, kind: "declare", declarations: catalog.since(declared) },
      {
        position: position + 2,
        kind: "rows",
        receivedMs: FROM_MS,
        lineage: { source: "import" },
        rows,
        columns,
      },
    ];
    position += 2;
    declared = catalog.last;
    const began = performance.now();
    const applied = await store.apply(1, "live", changes, position);
    if (!applied.ok) throw new Error(JSON.stringify(applied.failure));
    filled.oursSeconds += (performance.now() - began) / 1_000;
    if (peer !== null) {
      const path = join(folder, "batch.ndjson");
      await writeFile(path, lines.join("\n"));
      filled.peerSeconds += (await peer.load(path)).ms / 1_000;
      await rm(path);
    }
  }
  return filled;
}
