import { setTimeout as sleep } from "node:timers/promises";
import type { EventStore, Question } from "../../events/index.ts";

const TIMEOUT_MS = 600_000;
const ROWS_MAX = 1_000_000;
const BUSY_TRIES = 100;
const BUSY_MS = 200;

/** Comes again while others ask. */
export async function untilAnswered(
  store: Pick<EventStore, "query">,
  projectId: number,
  signal: AbortSignal,
  question: Pick<Question, "sql" | "params">,
): Promise<unknown[][]> {
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    const answer = await store.query(projectId, {
      ...question,
      timeoutMs: TIMEOUT_MS,
      rowsMax: ROWS_MAX,
      signal,
    });
    if (answer.ok) return answer.value.rows;
    if (answer.failure.code !== "too_busy" || tries >= BUSY_TRIES) {
      throw new Error(`the event store did not answer: ${answer.failure.code}`);
    }
    await sleep(BUSY_MS, undefined, { signal });
  }
}
