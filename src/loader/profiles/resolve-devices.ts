import { setTimeout as sleep } from "node:timers/promises";
import type { EventStore } from "../../events/index.ts";
import type { Position } from "../../journal/index.ts";
import type { Log } from "../../platform/log.ts";
import type { PlacedBatch } from "../../profiles/index.ts";

export type DevicesPort = {
  store: Pick<EventStore, "resolveIds">;
  /** Whether every event of the project that came before this position is in the store, and with it every link. */
  isLoaded(projectId: number, position: Position): boolean;
  log: Log;
};

const DEVICE = "$device:";
const LOOK_AGAIN_MS = 20;
/** A store that cannot be loaded for so long keeps nobody else's profiles waiting; the device then keeps the update. */
const PATIENCE_MS = 30_000;

/**
 * Updates addressed to a device that has become a person's go to that person. Events and updates come by the same lane: the
 * events that came first are waited for, so that the link they make counts.
 */
export async function resolveDevices(
  port: DevicesPort,
  batches: readonly PlacedBatch[],
  closing: AbortSignal,
): Promise<PlacedBatch[]> {
  const devices = findDevices(batches);
  const links = new Map<number, Map<string, string>>();
  for (const [projectId, { ids, last }] of devices) {
    await waitForEvents(port, projectId, last, closing);
    links.set(projectId, await port.store.resolveIds(projectId, [...ids]));
  }
  return batches.map((batch) => {
    const persons = links.get(batch.projectId);
    if (persons === undefined || persons.size === 0) return batch;
    const updates = batch.updates.map((update) =>
      isFollowed(update) ? { ...update, id: persons.get(update.id) ?? update.id } : update,
    );
    return { ...batch, updates };
  });
}

const isFollowed = ({ groupKey, id, followsLinks }: PlacedBatch["updates"][number]): boolean =>
  groupKey === "" && followsLinks && id.startsWith(DEVICE);

function findDevices(batches: readonly PlacedBatch[]): Map<number, { ids: Set<string>; last: Position }> {
  const devices = new Map<number, { ids: Set<string>; last: Position }>();
  for (const { projectId, position, updates } of batches) {
    for (const update of updates) {
      if (!isFollowed(update)) continue;
      const own = devices.get(projectId) ?? { ids: new Set<string>(), last: position };
      own.ids.add(update.id);
      own.last = Math.max(own.last, position);
      devices.set(projectId, own);
    }
  }
  return devices;
}

async function waitForEvents(
  { isLoaded, log }: DevicesPort,
  projectId: number,
  position: Position,
  closing: AbortSignal,
): Promise<void> {
  for (let waitedMs = 0; !isLoaded(projectId, position); waitedMs += LOOK_AGAIN_MS) {
    // Whoever starts next applies it: giving up now would give a person's values to the device.
    closing.throwIfAborted();
    if (waitedMs >= PATIENCE_MS) {
      log.warn({ projectId, position }, "updates of devices are applied before the events that came first");
      return;
    }
    await sleep(LOOK_AGAIN_MS);
  }
}
