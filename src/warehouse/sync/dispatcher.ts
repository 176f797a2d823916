import { setTimeout as sleep } from "node:timers/promises";
import type { WarehouseDeps } from "../deps.ts";
import { importsStore } from "../imports/imports-store.ts";
import { intervalMs } from "./end-run.ts";
import { runsStore } from "./runs-store.ts";
import { triggerRun } from "./trigger-run.ts";

const LOOK_EVERY_MS = 2_000;
const DUE_MAX = 100;

/**
 * Queues imports whose time has come, as long as the server runs. Answers how to stop. It is no job of its own: every look would
 * leave a finished job behind. Several nodes may look at once.
 */
export function startDispatcher(deps: WarehouseDeps): () => Promise<void> {
  const closing = new AbortController();
  const running = look(deps, closing.signal);
  return async () => {
    closing.abort();
    await running;
  };
}

async function look(deps: WarehouseDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await dispatchDue(deps).catch((cause: unknown) =>
      deps.log.warn({ err: cause }, "imports that are due could not be started; trying again"),
    );
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Slots that passed while no server ran are made up for by one run. */
async function dispatchDue(deps: WarehouseDeps): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const imports = importsStore(tx);
    const now = deps.clock.now();
    for (const one of await imports.due(new Date(now), DUE_MAX)) {
      const isBusy = (await runsStore(tx).open([one.id])).length > 0;
      // Held or still running: this slot passes, the next one comes.
      if (isBusy || one.isHeld || one.isCompleted) {
        const nextDispatch = one.runEvery === 0 ? null : new Date(now + intervalMs(one.runEvery));
        await imports.change(one.id, { nextDispatch });
      } else await triggerRun(deps, tx, one, "schedule", { confirmGuard: false });
    }
  });
}
