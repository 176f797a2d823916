import { setTimeout as sleep } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { createAlarm } from "./alarm.ts";
import { nodeLock } from "./recover-jobs.ts";

/**
 * One connection of the pool, kept for as long as this node runs. It holds the lock that says "this node lives", which
 * Postgres frees the moment the process is gone, and it hears of jobs as they are committed, on any node.
 */
export type Lease = {
  /** Waits for the first hold, but not for long: without it jobs still run, found by polling. */
  open(channel: string): Promise<void>;
  /** 0 while not held. */
  heldForMs(): number;
  close(): Promise<void>;
};

export type LeaseOptions = {
  pool: Pool;
  nodeId: string;
  clock: Clock;
  log: Log;
  onNotify(): void;
  /** Each time the lock is got: no other process of this node can be alive now. */
  onHeld(): Promise<void>;
};

const OPEN_WAIT_MS = 1_000;
const LOCK_RETRY_MS = 50;
const RECONNECT_MS = 500;
/** A machine that vanishes without closing its connection is noticed by Postgres after 25 seconds, not two hours. */
const KEEPALIVE =
  "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3";

export function createLease({ pool, nodeId, clock, log, onNotify, onHeld }: LeaseOptions): Lease {
  const closed = new AbortController();
  const pause = createAlarm();
  const opened = Promise.withResolvers<void>();
  let heldSince: number | undefined;
  let keeping: Promise<void> | undefined;

  async function hold(client: PoolClient, channel: string): Promise<void> {
    const ended = Promise.withResolvers<void>();
    client.on("error", () => ended.resolve());
    client.on("end", () => ended.resolve());
    client.on("notification", onNotify);
    closed.signal.addEventListener("abort", () => ended.resolve(), { once: true });
    await client.query(`${KEEPALIVE}; listen "${channel}"`);
    while (!closed.signal.aborted && !(await tryLock(client, nodeId))) await pause.sleep(LOCK_RETRY_MS);
    if (closed.signal.aborted) return;
    heldSince = clock.now();
    await onHeld();
    opened.resolve();
    await ended.promise;
  }

  async function keep(channel: string): Promise<void> {
    while (!closed.signal.aborted) {
      try {
        const client = await pool.connect();
        await hold(client, channel).finally(() => letGo(client));
      } catch (error) {
        log.warn({ reason: error instanceof Error ? error.message : String(error) }, "job lease was lost");
      }
      heldSince = undefined;
      opened.resolve();
      if (!closed.signal.aborted) await pause.sleep(RECONNECT_MS);
    }
  }

  return {
    async open(channel) {
      keeping = keep(channel);
      const waited = new AbortController();
      const patience = sleep(OPEN_WAIT_MS, undefined, { signal: waited.signal }).catch(() => undefined);
      await Promise.race([opened.promise, patience]);
      waited.abort();
    },
    heldForMs: () => (heldSince === undefined ? 0 : clock.now() - heldSince),
    async close() {
      closed.abort();
      pause.ring();
      await keeping;
    },
  };
}

async function tryLock(client: PoolClient, nodeId: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    `select pg_try_advisory_lock(${nodeLock("$1::text")}) as held`,
    [nodeId],
  );
  return rows[0]?.held === true;
}

/** The connection is not given to others: it listens and has settings of its own. Unlocking first spares the next start a wait. */
async function letGo(client: PoolClient): Promise<void> {
  await client.query("select pg_advisory_unlock_all()").catch(() => undefined);
  client.removeAllListeners("notification");
  client.release(true);
}
