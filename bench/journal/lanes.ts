import { setTimeout as sleep } from "node:timers/promises";
import { makeBody } from "./bodies.ts";
import { EVENTS_PER_BODY, openForBench, quantile, round, withFolder } from "./measure.ts";

export type LaneRow = { what: string; p50Ms: number; p99Ms: number; bulkMegabytesPerSecond: number };

const RUN_MS = 4_000;

/** A live append every 5 ms, alone and beside a bulk lane that never rests. */
export async function benchLanes(): Promise<LaneRow[]> {
  return [await measure(0), await measure(8)];
}

async function measure(bulkClients: number): Promise<LaneRow> {
  return withFolder(async (folder) => {
    const journal = await openForBench(folder);
    const batch = makeBody(EVENTS_PER_BODY, 3);
    const single = makeBody(20, 4);
    const endMs = performance.now() + RUN_MS;
    const bulkClient = async (): Promise<void> => {
      while (performance.now() < endMs) {
        const answer = await journal.append("bulk", [{ kind: 1, project: 1, body: batch }]);
        if (!answer.ok) await sleep(10);
      }
    };
    const latenciesMs: number[] = [];
    const liveClient = async (): Promise<void> => {
      while (performance.now() < endMs) {
        const startedMs = performance.now();
        await journal.append("live", [{ kind: 1, project: 1, body: single }]);
        latenciesMs.push(performance.now() - startedMs);
        await sleep(5);
      }
    };
    await Promise.all([liveClient(), ...Array.from({ length: bulkClients }, bulkClient)]);
    const bulkBytes = journal.stats().lanes.bulk.bytes;
    await journal.close();
    return {
      what: bulkClients === 0 ? "live alone" : "live beside a full bulk lane",
      p50Ms: round(quantile(latenciesMs, 0.5)),
      p99Ms: round(quantile(latenciesMs, 0.99)),
      bulkMegabytesPerSecond: round(bulkBytes / 1e3 / RUN_MS, 1),
    };
  });
}
