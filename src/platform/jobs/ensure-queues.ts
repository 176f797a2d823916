import type { PgBoss } from "pg-boss";
import type { TSchema } from "typebox";
import { type JobKind, timeoutMsOf } from "./job.ts";

const DAY_SECONDS = 86_400;
/** pg-boss deletes jobs that waited too long for their first run. Ours never expire: a waiting job is a promise. */
const KEEP_WAITING_SECONDS = 3650 * DAY_SECONDS;
const EXPIRE_SLACK_SECONDS = 1800;

/** Creates the queues that are missing and corrects those whose declaration has changed. */
export async function ensureQueues(
  boss: PgBoss,
  kinds: readonly JobKind<TSchema>[],
  finishedDays: number,
): Promise<void> {
  const found = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const kind of kinds) {
    const wanted = {
      retryLimit: kind.attemptsMax - 1,
      expireInSeconds: Math.ceil(timeoutMsOf(kind) / 1000) + EXPIRE_SLACK_SECONDS,
      retentionSeconds: KEEP_WAITING_SECONDS,
      deleteAfterSeconds: finishedDays * DAY_SECONDS,
      notify: true,
    };
    const current = found.get(kind.name);
    if (current === undefined) await boss.createQueue(kind.name, { ...wanted, policy: "standard" });
    else if (!matches(current, wanted)) await boss.updateQueue(kind.name, wanted);
  }
}

function matches<Options extends object>(current: Options, wanted: Partial<Options>): boolean {
  return Object.entries(wanted).every(([option, value]) => Reflect.get(current, option) === value);
}
