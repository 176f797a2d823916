import type { EventStore } from "../../events/index.ts";
import { untilAnswered } from "./ask-store.ts";
import type { PlanDraft } from "./plan.ts";
import type { Incoming, Sink } from "./sink.ts";
import type { Tally } from "./tally.ts";

const BATCH_EVENTS = 5000;
/** Copies inside an export lie close together; the oldest keys are let go beyond this many. */
const KEYS_MAX = 1_000_000;

/** Counts the events of a dry run, and which of them the store has already or the export brings twice: those would not be loaded. */
export class Counting implements Sink {
  readonly position = 0;
  duplicates = 0;
  readonly #tally: Tally;
  readonly #plan: PlanDraft;
  readonly #isDropped: (event: string) => boolean;
  readonly #store: Pick<EventStore, "query">;
  readonly #projectId: number;
  readonly #signal: AbortSignal;
  #batch: [event: string, time: number, distinctId: string, insertId: string][] = [];
  #seen = new Set<string>();

  constructor(
    {
      store,
      projectId,
      isDropped,
    }: { store: Pick<EventStore, "query">; projectId: number; isDropped: (event: string) => boolean },
    { tally, plan }: { tally: Tally; plan: PlanDraft },
    signal: AbortSignal,
  ) {
    this.#store = store;
    this.#projectId = projectId;
    this.#isDropped = isDropped;
    this.#tally = tally;
    this.#plan = plan;
    this.#signal = signal;
  }

  take({ line, event: record }: Incoming): Promise<void> | undefined {
    const { event, properties } = record;
    if (this.#isDropped(event)) {
      this.#tally.notTaken("skipped", line, "dropped_by_dictionary");
      return undefined;
    }
    this.#tally.accepted(line);
    this.#plan.add(record);
    const { time, distinct_id: distinctId, $insert_id: insertId } = properties;
    const key = `${insertId} ${time} ${distinctId} ${event}`;
    if (this.#seen.has(key)) {
      this.duplicates += 1;
      return undefined;
    }
    if (this.#seen.size >= KEYS_MAX) this.#seen = new Set();
    this.#seen.add(key);
    this.#batch.push([event, Number(time), String(distinctId), String(insertId)]);
    return this.#batch.length >= BATCH_EVENTS ? this.end() : undefined;
  }

  async abandon(): Promise<void> {
    this.#batch = [];
  }

  async end(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length === 0) return;
    const times = batch.map(([, time]) => time);
    const rows = await untilAnswered(this.#store, this.#projectId, this.#signal, {
      sql: `with asked as (select value->>0 as event, (value->>1)::BIGINT as time, value->>2 as distinct_id,
          value->>3 as insert_id from json_each(?))
        select count(*) from asked semi join (select event, coalesce(sent_time, time) as time, distinct_id, insert_id from events
          where time between ? and ?) held using (event, time, distinct_id, insert_id)`,
      params: [JSON.stringify(batch), Math.min(...times), Math.max(...times)],
    });
    this.duplicates += Number(rows[0]?.[0] ?? 0);
  }
}
