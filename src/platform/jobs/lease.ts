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
  const pause = createAlarm();
  const opened = Promise.withResolvers<void>();
  let closed = false;
  let connectionEnded = Promise.withResolvers<void>();
  let heldSince: number | undefined;
  let keeping: Promise<void> | undefined;

  async function hold(client: PoolClient, channel: string): Promise<void> {
    const ended = Promise.withResolvers<void>();
    connectionEnded = ended;
    client.on("error", () => ended.resolve());
    client.on("end", () => ended.resolve());
    client.on("notification", onNotify);
    await client.query(`${KEEPALIVE}; listen "${channel}"`);
    while (!closed && !(await tryLock(client, nodeId))) await pause.sleep(LOCK_RETRY_MS);
    if (closed) return;
    heldSince = clock.now();
    await onHeld();
    opened.resolve();
    if (!closed) await ended.promise;
  }

  async function keep(channel: string): Promise<void> {
    while (!closed) {
      try {
        const client = await pool.connect();
        await hold(client, channel).finally(() => letGo(client));
        if (!closed) log.warn("job lease was lost");
      } catch (error) {
        log.warn({ err: error }, "job lease could not be held");
      }
      heldSince = undefined;
      opened.resolve();
      if (!closed) await pause.sleep(RECONNECT_MS);
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
      closed = true;
      connectionEnded.resolve();
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
