import { createServer } from "node:http";
import { isMainThread } from "node:worker_threads";

/**
 * Loaded into the server's process before it starts. Tells how much processor time its main thread has used since the last call, and the
 * longest time in which the event loop did nothing else.
 */
const TICK_MS = 2;

// Threads and child processes of the server load this as well; only the server itself is watched.
const port = process.env.LOOP_PROBE_PORT;
if (isMainThread && port !== undefined) watch(Number(port));

function watch(port: number): void {
  delete process.env.LOOP_PROBE_PORT;
  let since = process.threadCpuUsage();
  let longestMs = 0;
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - last - TICK_MS);
    last = now;
  }, TICK_MS).unref();
  createServer((_request, response) => {
    const { user, system } = process.threadCpuUsage(since);
    response.end(JSON.stringify({ cpuMs: (user + system) / 1000, longestMs }));
    since = process.threadCpuUsage();
    longestMs = 0;
  })
    .listen(port, "127.0.0.1")
    .unref();
}
