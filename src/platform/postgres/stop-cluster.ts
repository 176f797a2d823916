import { setTimeout as sleep } from "node:timers/promises";
import { findClusterProcesses } from "./cluster-processes.ts";
import type { StopBounds } from "./types.ts";

/** A fast shutdown writes at most shared_buffers (32 MB) and takes 30 ms here; a busy, slow disk may need seconds. */
const STOP_BOUNDS: StopBounds = { fastMs: 20_000, immediateMs: 5_000, killMs: 5_000 };

const POLL_MS = 10;

/**
 * Ends every process of a cluster, politely first. True when none is left.
 * SIGINT lets the postmaster disconnect clients and write a checkpoint; SIGQUIT gives up on that, and the next start recovers
 * from the log; SIGKILL is for what no longer listens. Committed data is safe in each case.
 */
export async function stopCluster(
  mark: string,
  postmasterPid: number | undefined,
  bounds: StopBounds = STOP_BOUNDS,
): Promise<boolean> {
  const steps = [
    { signal: "SIGINT", orphanSignal: "SIGTERM", everyone: false, waitMs: bounds.fastMs },
    { signal: "SIGQUIT", orphanSignal: "SIGQUIT", everyone: false, waitMs: bounds.immediateMs },
    { signal: "SIGKILL", orphanSignal: "SIGKILL", everyone: true, waitMs: bounds.killMs },
  ] as const;
  for (const step of steps) {
    const pids = await findClusterProcesses(mark);
    if (pids.length === 0) return true;
    const led = postmasterPid !== undefined && pids.includes(postmasterPid);
    // Children of a dead postmaster leave by themselves as soon as they notice; the signal wakes those that do not look.
    const targets = led && !step.everyone ? [postmasterPid] : pids;
    for (const pid of targets) sendSignal(pid, led ? step.signal : step.orphanSignal);
    if (await waitUntilGone(mark, step.waitMs)) return true;
  }
  return false;
}

async function waitUntilGone(mark: string, waitMs: number): Promise<boolean> {
  const until = performance.now() + waitMs;
  for (;;) {
    if ((await findClusterProcesses(mark)).length === 0) return true;
    if (performance.now() >= until) return false;
    await sleep(POLL_MS);
  }
}

export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Ended meanwhile, or not ours to signal: the wait tells.
  }
}
