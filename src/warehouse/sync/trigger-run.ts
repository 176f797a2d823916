import type { Transaction } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { WarehouseDeps } from "../deps.ts";
import { importsStore } from "../imports/imports-store.ts";
import { runImportJob } from "../run-job.ts";
import type { RunOptions, Trigger, WarehouseImport } from "../types.ts";
import { intervalMs } from "./end-run.ts";
import { newRunId } from "./run-id.ts";
import { runsStore } from "./runs-store.ts";

export type Triggered = { runId: string; isNew: boolean };

/**
 * Queues a run, in the transaction of whoever asked for it and holds the import's lock. While one runs, one more may wait: it begins
 * after this call, so it sees what was there when it was asked for. A second wish finds that one.
 */
export async function triggerRun(
  deps: Pick<WarehouseDeps, "clock" | "randomness" | "jobs">,
  tx: Transaction<ControlTables>,
  one: WarehouseImport,
  trigger: Trigger,
  options: RunOptions,
): Promise<Triggered> {
  const runs = runsStore(tx);
  const waiting = (await runs.open([one.id])).find(({ state }) => state === "QUEUED");
  if (waiting !== undefined) return { runId: waiting.id, isNew: false };
  const now = deps.clock.now();
  const run = await runs.add(newRunId(now, deps.randomness), one.id, trigger, options);
  await importsStore(tx).change(one.id, {
    lastDispatch: new Date(now),
    nextDispatch: one.runEvery === 0 ? null : new Date(now + intervalMs(one.runEvery)),
    isHeld: false,
  });
  await deps.jobs().send(runImportJob, { importId: one.id, runId: run.id }, { transaction: tx });
  return { runId: run.id, isNew: true };
}
