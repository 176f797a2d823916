import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { Log } from "../log.ts";

export type ChangeListener = {
  /** Whether news of other nodes' changes reaches us right now; when not, nothing may be remembered. */
  connected(): boolean;
  close(): Promise<void>;
};

const RECONNECT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** A firewall may drop an idle connection without a word; asking now and then is the only way to know. */
const ASK_EVERY_MS = 10_000;
const ANSWER_TIMEOUT_MS = 5_000;

export type ListenOptions = {
  url: string;
  channel: string;
  /** What was said; nothing when something may have been missed. */
  onChange: (payload?: string) => void;
  log: Log;
};

/** Hears of changes made by other nodes that share the control database. */
export async function listenForChanges({
  url,
  channel,
  onChange,
  log,
}: ListenOptions): Promise<ChangeListener> {
  const closing = new AbortController();
  let connected = false;
  let client: Client | undefined;

  /** One connection from its beginning to its end; answers why it ended. */
  async function listenOnce(whenConnected: () => void): Promise<string> {
    const line = new Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: ASK_EVERY_MS,
      application_name: "tributary listener",
    });
    client = line;
    const ended = Promise.withResolvers<string>();
    line.on("error", (error) => ended.resolve(error.message));
    line.on("end", () => ended.resolve("the connection ended"));
    line.on("notification", ({ payload }) => onChange(payload));
    try {
      await line.connect();
      await line.query(`listen ${channel}`);
      // Whatever changed while nobody listened was not heard.
      onChange();
      connected = true;
      whenConnected();
      return await Promise.race([ended.promise, keepAsking(line)]);
    } catch (cause) {
      return cause instanceof Error ? cause.message : String(cause);
    } finally {
      connected = false;
      void line.end().catch(() => undefined);
    }
  }

  async function keepAsking(line: Client): Promise<string> {
    while (true) {
      await sleep(ASK_EVERY_MS, undefined, { signal: closing.signal });
      await line.query("select 1");
    }
  }

  const first = Promise.withResolvers<void>();
  async function listenForEver(): Promise<void> {
    while (!closing.signal.aborted) {
      const reason = await listenOnce(first.resolve);
      first.resolve();
      if (closing.signal.aborted) return;
      log.warn(
        { reason, channel },
        "lost the line on which changes are told; asking the database each time until it is back",
      );
      await sleep(RECONNECT_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }
  const listening = listenForEver();
  await first.promise;
  return {
    connected: () => connected,
    async close() {
      closing.abort();
      const line = client;
      void line?.end().catch(() => undefined);
      // A database that is away must not hold up the stop.
      await Promise.race([listening, sleep(ANSWER_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}
