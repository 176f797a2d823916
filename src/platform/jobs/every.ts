import type { Log } from "../log.ts";
import { createAlarm } from "./alarm.ts";

/** Work that repeats for as long as the node runs. One round at a time; a round that fails is logged and tried again. */
export type Repeated = { stop(): Promise<void> };

export function every(ms: number, what: string, log: Log, work: () => Promise<void>): Repeated {
  const alarm = createAlarm();
  let stopped = false;
  async function repeat(): Promise<void> {
    await alarm.sleep(ms);
    while (!stopped) {
      await work().catch((error: unknown) => log.warn({ err: error, what }, "background round failed"));
      if (!stopped) await alarm.sleep(ms);
    }
  }
  const repeating = repeat();
  return {
    async stop() {
      stopped = true;
      alarm.ring();
      await repeating;
    },
  };
}
