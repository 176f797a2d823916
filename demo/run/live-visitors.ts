import { ask, askApp, pause, type Target } from "../fill/api.ts";
import { DAY_MS } from "../shop/calendar.ts";
import { makeShop } from "../shop/make-shop.ts";

const SESSIONS_PER_DAY = 600;
/** About as busy as a good hour of the 90 days. */
const PAUSE_MS = { least: 1000, more: 7000 };

/** These would mix up people's variants, or are dropped anyway. */
const NOT_LIVE = new Set(["$experiment_started", "Heartbeat", "Refund Issued"]);

/** Visitors who come while one looks on: an event every few seconds, as a browser sends it, until the server is gone. */
export async function letVisitorsCome(target: Target): Promise<void> {
  const seed = Date.now();
  const shop = makeShop({ seed, sessionsPerDay: SESSIONS_PER_DAY, endMs: seed + DAY_MS });
  try {
    const { token } = await askApp<{ token: string }>(target, "GET", "projects/1");
    for (const { event, properties } of shop.events()) {
      if (NOT_LIVE.has(event)) continue;
      await pause(PAUSE_MS.least + Math.random() * PAUSE_MS.more);
      const record = { event, properties: { ...properties, token, time: Date.now() } };
      await ask(target, "POST", "/track?verbose=1", { body: [record] });
    }
  } catch {
    // Stopping the demo looks like this from here, and whoever stops it knows.
  }
}
