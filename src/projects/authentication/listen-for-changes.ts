import { Client } from "pg";
import type { Log } from "../../platform/log.ts";
import { ACCOUNTS_CHANNEL } from "../audit/changes.ts";

export type ChangeListener = {
  /** Whether news of other nodes' changes reaches us right now; when not, nothing may be remembered. */
  connected(): boolean;
  close(): Promise<void>;
};

const RECONNECT_MS = 1_000;

/** Hears of account changes made by other nodes that share the control database. */
export async function listenForChanges(url: string, onChange: () => void, log: Log): Promise<ChangeListener> {
  let client: Client | undefined;
  let connected = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new Client({
      connectionString: url,
      keepAlive: true,
      application_name: "tributary listener",
    });
    next.on("notification", onChange);
    next.on("error", (error) => lost(error.message));
    next.on("end", () => lost("the connection ended"));
    client = next;
    try {
      await next.connect();
      await next.query(`listen ${ACCOUNTS_CHANNEL}`);
      onChange();
      connected = true;
    } catch (cause) {
      lost(cause instanceof Error ? cause.message : String(cause));
    }
  }

  function lost(reason: string): void {
    connected = false;
    if (closed || timer !== undefined) return;
    log.warn(
      { reason },
      "lost the line on which account changes are told; asking the database each time until it is back",
    );
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, RECONNECT_MS);
  }

  await connect();
  return {
    connected: () => connected,
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
