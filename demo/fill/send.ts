import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { ask, pause, type Target } from "./api.ts";

const pack = promisify(gzip);

/** What one request may bring. */
const BATCH = 2_000;
const AT_ONCE = 4;

export type Sent = { sent: number };

/** Sends records in gzip batches, a few at a time. `told` hears how many are through. */
export async function sendBatches(
  target: Target,
  path: string,
  records: Iterable<unknown>,
  told: (sent: number) => void = () => undefined,
): Promise<Sent> {
  const flying = new Set<Promise<void>>();
  let sent = 0;
  const send = async (batch: readonly unknown[]): Promise<void> => {
    const bytes = new Uint8Array(await pack(JSON.stringify(batch), { level: 1 }));
    await ask(target, "POST", path, { bytes, headers: { "content-encoding": "gzip" } });
    sent += batch.length;
    told(sent);
  };
  for (const batch of inBatches(records)) {
    const flight: Promise<void> = send(batch).finally(() => flying.delete(flight));
    flying.add(flight);
    if (flying.size >= AT_ONCE) await Promise.race(flying);
  }
  await Promise.all(flying);
  return { sent };
}

function* inBatches(records: Iterable<unknown>): Generator<unknown[]> {
  let batch: unknown[] = [];
  for (const record of records) {
    batch.push(record);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

type Ready = {
  parts: {
    loader: { opening?: boolean; lanes?: Record<string, { loaded: number; accepted: number }> };
    profiles: { applied?: number };
  };
};

const LOOK_EVERY_MS = 50;

/** Until everything accepted so far can be read: events and profiles. */
export async function waitUntilLoaded(target: Target): Promise<void> {
  for (;;) {
    const { parts } = await ask<Ready>(target, "GET", "/readyz", { also: [503] });
    const lanes = parts.loader.lanes ?? {};
    const isLoaded = Object.values(lanes).every(({ loaded, accepted }) => loaded >= accepted);
    const isApplied = (parts.profiles.applied ?? -1) >= (lanes.live?.accepted ?? Number.POSITIVE_INFINITY);
    if (parts.loader.opening === false && isLoaded && isApplied) return;
    await pause(LOOK_EVERY_MS);
  }
}
