import type { DictionaryRules } from "../../dictionary/index.ts";
import type { EventStore } from "../../events/index.ts";
import { check, type Draft, emptyDraft, type Limits } from "../../ingestion/index.ts";
import { untilAnswered } from "./ask-store.ts";
import type { PlanDraft } from "./plan.ts";
import type { Incoming, Sink } from "./sink.ts";
import type { Tally } from "./tally.ts";

const BATCH_EVENTS = 5000;
/** Copies inside an export lie close together; the oldest keys are let go beyond this many. */
const KEYS_MAX = 1_000_000;

type CountScope = {
  store: Pick<EventStore, "query">;
  projectId: number;
  limits: Limits;
  rules: DictionaryRules;
  nowMs: number;
};

/** Counts the events of a dry run, and which of them the store has already or the export brings twice: those would not be loaded. */
export class Counting implements Sink {
  readonly position = 0;
  duplicates = 0;
  readonly #tally: Tally;
  readonly #plan: PlanDraft;
  readonly #scope: CountScope;
  readonly #signal: AbortSignal;
  #batch: [event: string, time: number, distinctId: string, insertId: string][] = [];
  #seen = new Set<string>();

  constructor(scope: CountScope, { tally, plan }: { tally: Tally; plan: PlanDraft }, signal: AbortSignal) {
    this.#scope = scope;
    this.#tally = tally;
    this.#plan = plan;
    this.#signal = signal;
  }

  take(incoming: Incoming): Promise<void> | undefined {
    const { line, event: record } = incoming;
    const draft = this.#check(incoming);
    if (draft === undefined) return undefined;
    this.#tally.accepted(line);
    this.#plan.add(record);
    const { event, distinctId, insertId, sentTimeMs: time = draft.timeMs } = draft;
    const key = `${insertId} ${time} ${distinctId} ${event}`;
    if (this.#seen.has(key)) {
      this.duplicates += 1;
      return undefined;
    }
    if (this.#seen.size >= KEYS_MAX) this.#seen = new Set();
    this.#seen.add(key);
    this.#batch.push([event, time, distinctId, insertId ?? ""]);
    return this.#batch.length >= BATCH_EVENTS ? this.end() : undefined;
  }

  /** The checks of the one door. Undefined: it would not be stored, and is counted so. */
  #check({ number, line, event: record, text, isShort: sizeIsSound }: Incoming): Draft | undefined {
    const draft = emptyDraft();
    const { limits, rules, nowMs } = this.#scope;
    const told = { repaired: () => undefined, violated: () => undefined };
    const outcome = check(record, draft, {
      ...{ strict: false, nowMs, limits, text, sizeIsSound, rules },
      ...told,
    });
    if (outcome === undefined) return draft;
    if ("drop" in outcome) this.#tally.notTaken("skipped", line, "dropped_by_dictionary");
    else {
      const { code, message } = outcome.refusal;
      this.#tally.notTaken("failed", line, code, { line: number, code, message, event: line.event });
    }
    return undefined;
  }

  async abandon(): Promise<void> {
    this.#batch = [];
  }

  async end(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length === 0) return;
    const times = batch.map(([, time]) => time);
    const rows = await untilAnswered(this.#scope.store, this.#scope.projectId, this.#signal, {
      sql: `with asked as (select value->>0 as event, (value->>1)::BIGINT as time, value->>2 as distinct_id,
          value->>3 as insert_id from json_each(?))
        select count(*) from asked semi join (select event, coalesce(sent_time, time) as time, distinct_id, insert_id from events
          where time between ? and ?) held using (event, time, distinct_id, insert_id)`,
      params: [JSON.stringify(batch), Math.min(...times), Math.max(...times)],
    });
    this.duplicates += Number(rows[0]?.[0] ?? 0);
  }
}
