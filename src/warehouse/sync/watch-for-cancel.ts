import type { WarehouseDeps } from "../deps.ts";
import { runsStore } from "./runs-store.ts";

const LOOK_EVERY_MS = 1_000;

export type CancelWatch = {
  /** Aborted when somebody called the run off, or the server stops it. */
  calledOff: AbortSignal;
  isCalledOff(): boolean;
  stop(): void;
};

/** A run that waits for its warehouse, or for the store, comes to no turn of its own to ask whether it is still wanted. */
export function watchForCancel(
  { db, log }: Pick<WarehouseDeps, "db" | "log">,
  runId: string,
  signal: AbortSignal,
): CancelWatch {
  const runs = runsStore(db);
  const call = new AbortController();
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      if (await runs.isCancelAsked(runId)) call.abort();
    } catch (cause) {
      log.debug({ err: cause, runId }, "nobody could be asked whether a run is still wanted");
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return {
    calledOff: AbortSignal.any([signal, call.signal]),
    isCalledOff: () => call.signal.aborted,
    stop: () => clearInterval(timer),
  };
}
