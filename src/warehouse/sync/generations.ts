import type { Change, Unplaced } from "../../events/index.ts";
import type { Position } from "../../journal/index.ts";
import { importsStore } from "../imports/imports-store.ts";
import type { EventSync } from "./event-sync.ts";
import { handOver } from "./sender.ts";

/** Appends changes of the store behind everything that was sent. */
export async function appendChanges(
  { deps, import: one, signal }: Pick<EventSync, "deps" | "import" | "signal">,
  changes: readonly Unplaced<Change>[],
): Promise<Position> {
  const { position } = await handOver(() => deps.frames.append(one.projectId, changes), signal);
  return position;
}

/** Everything that was accepted can be read: what the store says is then the whole truth. */
export async function catchUp(
  { deps, signal }: Pick<EventSync, "deps" | "signal">,
  position?: Position,
): Promise<void> {
  await deps.loader.loadedUpTo(position ?? deps.frames.synced(), signal);
  signal.throwIfAborted();
}

/**
 * A generation that was never used. Those that were begun and not shown, by an attempt that died, are given up first; one that was
 * shown meanwhile does not mind.
 */
export async function newGeneration(sync: EventSync): Promise<number> {
  const { deps, import: one } = sync;
  const shown = await sync.stored.generation();
  const imports = importsStore(deps.db);
  const last = Math.max((await imports.find(one.id))?.generation ?? 0, shown);
  const importId = String(one.id);
  const left = Array.from({ length: last - shown }, (_, index) => shown + 1 + index);
  if (left.length > 0) {
    await appendChanges(
      sync,
      left.map((generation) => ({ kind: "abandon", importId, generation })),
    );
  }
  await imports.change(one.id, { generation: last + 1 });
  return last + 1;
}

export const abandon = (sync: EventSync, generation: number): Promise<Position> =>
  appendChanges(sync, [{ kind: "abandon", importId: String(sync.import.id), generation }]);
