import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { BATCH_BYTES, Catalog, Shredder } from "../../src/events/index.ts";
import { makeEvents } from "../support/events.ts";

const FRAME_EVENTS = 2_000;

/** What the journal would hold, cut into what a loader hands over at a time: one file of rows for each batch. */
export type Prepared = {
  columns: { number: number; name: string; type: string }[];
  batches: { path: string; frames: { bytes: number; columns: number[] }[]; events: number }[];
};

/** `extraColumns`: properties that other events of the project have, and these have not. */
export async function prepareBatches(folder: string, events: number, extraColumns = 0): Promise<Prepared> {
  const catalog = new Catalog([], { columnsMax: 10_000 });
  const shredder = new Shredder(catalog);
  const batches: Prepared["batches"] = [];
  let frames: { rows: Buffer; columns: number[] }[] = [];
  let bytes = 0;
  let count = 0;

  const endFrame = () => {
    const { rows, columns, count: own } = shredder.take();
    if (own === 0) return;
    frames.push({ rows, columns });
    bytes += rows.length;
    count += own;
  };
  const endBatch = async () => {
    if (count === 0) return;
    const path = join(folder, `batch-${batches.length}.ndjson`);
    const file = createWriteStream(path);
    for (const { rows } of frames) if (!file.write(rows)) await once(file, "drain");
    file.end();
    await once(file, "close");
    batches.push({
      path,
      frames: frames.map(({ rows, columns }) => ({ bytes: rows.length, columns })),
      events: count,
    });
    [frames, bytes, count] = [[], 0, 0];
  };

  let index = 0;
  for (const { event, properties } of makeEvents(events)) {
    const { time, distinct_id, $device_id, $insert_id, ...others } = properties;
    const ids = {
      distinctId: String(distinct_id),
      deviceId: String($device_id),
      insertId: String($insert_id),
    };
    shredder.add({ event, timeMs: Number(time), ...ids, properties: others });
    index += 1;
    if (index === 1)
      for (let extra = 0; extra < extraColumns; extra += 1) catalog.declare(`extra ${extra}`, "varchar");
    if (index % FRAME_EVENTS === 0) endFrame();
    if (bytes >= BATCH_BYTES) await endBatch();
  }
  endFrame();
  await endBatch();
  return { columns: catalog.since(0), batches };
}
