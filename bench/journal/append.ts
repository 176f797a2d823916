import fs from "node:fs/promises";
import { join } from "node:path";
import { FRAME_HEADER_BYTES } from "../../src/journal/frame.ts";
import { makeBody } from "./bodies.ts";
import { EVENTS_PER_BODY, median, openForBench, quantile, round, timed, withFolder } from "./measure.ts";

type Shape = {
  name: string;
  body: Buffer;
  events: number;
  clients: number;
  /** Appends per sync of the bare loop: as many as the journal gathers with this number of clients. */
  bareGroup: number;
  appends: number;
};

/** The least any journal must do: write the same bytes, a group at a time, and sync each group. */
async function bare({ body, bareGroup, appends }: Shape): Promise<number> {
  return withFolder(async (folder) => {
    const file = await fs.open(join(folder, "bare"), "w");
    const header = Buffer.alloc(FRAME_HEADER_BYTES);
    // Small frames are written as one buffer, as any sane writer would.
    const isSmall = body.length < 16 * 1024;
    const frame = Buffer.concat([header, body]);
    const group = isSmall
      ? [Buffer.concat(Array.from({ length: bareGroup }, () => frame))]
      : Array.from({ length: bareGroup }, () => [header, body]).flat();
    const groupBytes = bareGroup * frame.length;
    const seconds = await timed(async () => {
      for (let done = 0; done < appends; done += bareGroup) {
        await file.writev(group, (done / bareGroup) * groupBytes);
        await file.datasync();
      }
    });
    await file.close();
    return seconds;
  });
}

type Ours = { seconds: number; latenciesMs: number[]; appendsPerSync: number };

/** Clients that append, wait for the answer and append again. */
async function ours({ body, clients, appends }: Shape): Promise<Ours> {
  return withFolder(async (folder) => {
    const journal = await openForBench(folder, { compress: false });
    const latenciesMs: number[] = [];
    const client = async (): Promise<void> => {
      for (let done = 0; done < appends / clients; done += 1) {
        const startedMs = performance.now();
        const answer = await journal.append("live", [{ kind: 1, project: 1, body }]);
        if (!answer.ok) throw new Error(answer.failure.code);
        latenciesMs.push(performance.now() - startedMs);
      }
    };
    const seconds = await timed(async () => {
      await Promise.all(Array.from({ length: clients }, client));
    });
    const { appends: counted, syncs } = journal.stats().lanes.live;
    await journal.close();
    return { seconds, latenciesMs, appendsPerSync: counted / syncs };
  });
}

export type AppendRow = {
  what: string;
  eventsPerSecond: number;
  megabytesPerSecond: number;
  bareMegabytesPerSecond: number;
  ratio: number;
  p50Ms: number;
  p99Ms: number;
  appendsPerSync: number;
};

/** Ours and the bare loop take turns, so that a slow minute of the disk meets both. The middle of the rounds counts. */
export async function benchAppend(rounds: number): Promise<AppendRow[]> {
  const batch = makeBody(EVENTS_PER_BODY, 1);
  const single = makeBody(1, 2);
  const large = { body: batch, events: EVENTS_PER_BODY };
  const small = { body: single, events: 1 };
  // With more clients than fit a group, or than answer in step, the next group gathers while one is synced.
  const shapes: Shape[] = [
    { name: "2,000 events, 1 client", ...large, clients: 1, bareGroup: 1, appends: 300 },
    { name: "2,000 events, 16 clients", ...large, clients: 16, bareGroup: 8, appends: 1_600 },
    { name: "1 event, 1 client", ...small, clients: 1, bareGroup: 1, appends: 2_000 },
    { name: "1 event, 64 clients", ...small, clients: 64, bareGroup: 64, appends: 64_000 },
    { name: "1 event, 512 clients", ...small, clients: 512, bareGroup: 512, appends: 256_000 },
  ];
  const rows: AppendRow[] = [];
  for (const shape of shapes) {
    const bareSeconds: number[] = [];
    const runs: Ours[] = [];
    for (let turn = 0; turn < rounds; turn += 1) {
      bareSeconds.push(await bare(shape));
      runs.push(await ours(shape));
    }
    const megabytes = (shape.appends * shape.body.length) / 1e6;
    const seconds = median(runs.map((run) => run.seconds));
    const latenciesMs = runs.flatMap((run) => run.latenciesMs);
    rows.push({
      what: shape.name,
      eventsPerSecond: Math.round((shape.appends * shape.events) / seconds),
      megabytesPerSecond: round(megabytes / seconds, 1),
      bareMegabytesPerSecond: round(megabytes / median(bareSeconds), 1),
      ratio: round(median(bareSeconds) / seconds),
      p50Ms: round(quantile(latenciesMs, 0.5)),
      p99Ms: round(quantile(latenciesMs, 0.99)),
      appendsPerSync: round(median(runs.map((run) => run.appendsPerSync)), 1),
    });
  }
  return rows;
}
