import { setTimeout as sleep } from "node:timers/promises";
import type { Loader } from "./loader.ts";

/** The loader may be so far behind before whoever pulls large amounts stops reading: the journal is no place to hide a queue. */
const LAG_MAX_MS = 5_000;
const LAG_WAIT_MS = 100;

export async function waitWhileBehind(loader: Pick<Loader, "status">, signal: AbortSignal): Promise<void> {
  while (loader.status().lanes.bulk.waitingMs > LAG_MAX_MS) await sleep(LAG_WAIT_MS, undefined, { signal });
}
