import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../support/test-server.ts";

export const USAGE = "projects/1/usage?from=2000-01-01&to=2100-01-01";

const DAY_MS = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * Asks for counts and for everything, again and again. What it is told while servers die is not looked at: it is there because
 * a reader meets damage that nothing else has touched, and what the server then does must lose nothing.
 */
export async function runReader(server: () => Promise<string>, stop: AbortSignal): Promise<void> {
  for (let round = 0; !stop.aborted; round += 1) {
    const url = await server();
    const range = `from_date=${dayOf(Date.now() - 90 * DAY_MS)}&to_date=${dayOf(Date.now() + DAY_MS)}`;
    const path = round % 4 === 0 ? `/api/2.0/export?project_id=1&${range}` : USAGE;
    await call(url, "GET", path).catch(() => undefined);
    await sleep(300, undefined, { signal: stop }).catch(() => undefined);
  }
}
