import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunningPostgres } from "./types.ts";

const LOOK_EVERY_MS = 2_000;

/**
 * Somebody else's SIGTERM makes Postgres refuse new connections and wait for ours to go, which never happens: it would neither serve
 * nor end. Its own file says when it is stopping; then we tell it to end at once, and the server ends with it and says so.
 */
export function watchForStop(cluster: string, running: RunningPostgres): void {
  const timer = setInterval(async () => {
    const file = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "");
    if (!file.trimEnd().endsWith("stopping")) return;
    clearInterval(timer);
    process.kill(running.pid, "SIGINT");
  }, LOOK_EVERY_MS);
  timer.unref();
  void running.exited.then(() => clearInterval(timer));
}
