import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { seededRandom } from "../support/random.ts";
import type { CutAt, Cutter } from "./cutting-proxy.ts";
import type { Model } from "./model.ts";
import { createRecordMaker, type NamePool, type SentEvent } from "./records.ts";
import { type Batch, packBatch, type Reply, sendBatch } from "./send-batch.ts";

export type ClientDeps = {
  model: Model;
  names: NamePool;
  proxy: Cutter;
  /** Events that all clients have written, of which any may write another copy. */
  pool: SentEvent[];
  /** The address of the server, as soon as there is one. */
  server(): Promise<string>;
  /** Where answers go that nothing explains. */
  faults: string[];
  sent: ClientCounts;
};

export type ClientCounts = {
  batches: number;
  retries: number;
  /** Left in doubt. */
  givenUp: number;
  /** Sent once more on purpose, after they had been acknowledged. */
  sentAgain: number;
};

/** What is sent in one request, and how it is answered when all goes well. */
type Plan = {
  events: readonly SentEvent[];
  refusedAt: readonly number[];
  batch: Batch;
  /** No event of it was ever sent before. */
  isFresh: boolean;
};

const POOL_MAX = 2_000;
const WAIT_MS = 20;
/** Between two batches: a history is about kills, not about speed. */
const PAUSE_MS_MAX = 60;

/** Sends batches one after the other until it is asked to stop; each until it is answered, or given up for lost. */
export async function runClient(
  deps: ClientDeps,
  id: string,
  seed: number,
  stop: AbortSignal,
): Promise<void> {
  const random = seededRandom(seed);
  const maker = createRecordMaker(id, random, deps.names);
  let last: Plan | undefined;
  while (!stop.aborted) {
    const again = last !== undefined && random.below(8) === 0 ? last : undefined;
    if (again) deps.sent.sentAgain += 1;
    const plan = again ?? makePlan();
    // Whoever gives up may not send the same events otherwise: then it could not be told what became of this batch.
    const mayGiveUp = again === undefined && plan.isFresh && random.below(4) === 0;
    const isDone = await sendUntilAnswered(deps, plan, random, mayGiveUp);
    if (!isDone) continue;
    last = plan;
    for (const event of plan.events) {
      if (event.hasKey) deps.pool[random.below(POOL_MAX)] = event;
    }
    await sleep(random.below(PAUSE_MS_MAX));
  }

  function makePlan(): Plan {
    if (random.below(20) === 0) deps.names.grow();
    const size = random.below(25) === 0 ? 200 + random.below(600) : 1 + random.below(40);
    const isFresh = random.below(2) === 0;
    const events: SentEvent[] = [];
    const records: unknown[] = [];
    const refusedAt: number[] = [];
    const holdsRefused = random.below(5) === 0;
    while (records.length < size) {
      if (holdsRefused && random.below(6) === 0) {
        refusedAt.push(records.length);
        records.push(maker.refused().record);
        continue;
      }
      const known = isFresh ? undefined : deps.pool[random.below(POOL_MAX)];
      const event = known === undefined ? maker.fresh() : anew(known);
      events.push(event);
      records.push(event.record);
    }
    const form = { gzip: random.below(2) === 0, lines: random.below(3) === 0 };
    return { events, refusedAt, batch: packBatch(records, form), isFresh };
  }

  function anew(known: SentEvent): SentEvent {
    const choice = random.below(10);
    if (choice < 3) return known;
    if (choice < 6) return maker.changed(known);
    return choice === 6 ? maker.twin(known) : maker.fresh();
  }
}

async function sendUntilAnswered(
  deps: ClientDeps,
  { events, refusedAt, batch }: Plan,
  random: ReturnType<typeof seededRandom>,
  mayGiveUp: boolean,
): Promise<boolean> {
  const { model, sent } = deps;
  sent.batches += 1;
  for (let isInDoubt = false; ; sent.retries += 1) {
    const cut = random.below(4) === 0 ? deps.proxy.choose(random) : undefined;
    const url = cut === undefined ? await deps.server() : await deps.proxy.expect(cut, await deps.server());
    const attempt = model.sending(events);
    const reply = await sendBatch(url, batch);
    if (isTaken(reply, events.length, refusedAt)) {
      model.acknowledged(attempt);
      return true;
    }
    if (reply.kind === "answered" && reply.status !== 503) {
      deps.faults.push(`status ${reply.status}: ${JSON.stringify(reply.body).slice(0, 500)}`);
    }
    // A cut before the end of the body leaves no doubt: the server never had the whole batch.
    if (reply.kind !== "refused" && !arrivedInPart(cut)) {
      model.unanswered(attempt);
      isInDoubt = true;
    }
    if (mayGiveUp && isInDoubt && random.below(2) === 0) {
      model.abandoned(events);
      sent.givenUp += 1;
      return false;
    }
    await sleep(WAIT_MS);
  }
}

const arrivedInPart = (cut: CutAt | undefined): boolean => cut === "before-request" || cut === "in-body";

/** Whether this is the answer that acknowledges all sound records and names the others. */
function isTaken(reply: Reply, sound: number, refusedAt: readonly number[]): boolean {
  if (reply.kind !== "answered") return false;
  const body = reply.body as { failed_records?: { index: number }[]; num_records_imported?: number };
  const failed = (body.failed_records ?? []).map(({ index }) => index);
  const status = refusedAt.length === 0 ? 200 : 400;
  return (
    reply.status === status &&
    body.num_records_imported === sound &&
    isDeepStrictEqual(failed, [...refusedAt])
  );
}
