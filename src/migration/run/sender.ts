import type { Lineage } from "../../events/index.ts";
import type { RecordBatch } from "../../ingestion/index.ts";
import type { Position } from "../../journal/index.ts";
import { waitWhileBehind } from "../../loader/index.ts";
import type { MigrationDeps } from "../deps.ts";
import type { LinePage } from "../origin.ts";
import { handOver } from "./hand-over.ts";
import type { Incoming, Sink } from "./sink.ts";
import type { Tally } from "./tally.ts";

const BATCH_EVENTS = 2000;

type SendDeps = Pick<MigrationDeps, "accept" | "loader" | "rules">;
type Scope = { projectId: number; lineage: Lineage };

/**
 * Sends events through the one door in the order they came, since the first link of a device stands. While one batch is on its way to the disk
 * the next one is read.
 */
export class Sender implements Sink {
  readonly duplicates = 0;
  position: Position = 0;
  readonly #deps: SendDeps;
  readonly #scope: Scope;
  readonly #tally: Tally;
  readonly #signal: AbortSignal;
  #batch: Incoming[] = [];
  #text: LinePage["text"] = "sound";
  #isShort = true;
  #underWay: Promise<void> = Promise.resolve();

  constructor(deps: SendDeps, scope: Scope, tally: Tally, signal: AbortSignal) {
    this.#deps = deps;
    this.#scope = scope;
    this.#tally = tally;
    this.#signal = signal;
  }

  take(incoming: Incoming): Promise<void> | undefined {
    this.#batch.push(incoming);
    if (incoming.text !== "sound" && this.#text !== "broken") this.#text = incoming.text;
    if (!incoming.isShort) this.#isShort = false;
    return this.#batch.length >= BATCH_EVENTS ? this.#send() : undefined;
  }

  /** Resolves when all of it is in the journal. */
  async end(): Promise<void> {
    await this.#send();
    await this.#underWay;
  }

  async abandon(): Promise<void> {
    await this.#underWay.catch(() => undefined);
    for (const { line } of this.#batch) this.#tally.notTaken("skipped", line, "stopped_before");
    this.#batch = [];
  }

  async #send(): Promise<void> {
    await this.#underWay;
    await waitWhileBehind(this.#deps.loader, this.#signal);
    const { records: batch, ...about } = {
      records: this.#batch,
      text: this.#text,
      sizeIsSound: this.#isShort,
    };
    if (batch.length === 0) return;
    this.#batch = [];
    this.#text = "sound";
    this.#isShort = true;
    this.#underWay = this.#accept(batch, about);
    // Whoever waits for it next hears of it; until then nobody does.
    this.#underWay.catch(() => undefined);
  }

  async #accept(batch: readonly Incoming[], about: Omit<RecordBatch, "records">): Promise<void> {
    const { droppedEvents } = await this.#deps.rules(this.#scope.projectId);
    const scope = { ...this.#scope, lane: "bulk", strict: false } as const;
    let tries = 0;
    const receipt = await handOver(() => {
      const records = batch.map(({ event, again }) => (tries === 0 ? event : again()));
      tries += 1;
      return this.#deps.accept(scope, { records, ...about });
    }, this.#signal);
    this.position = Math.max(this.position, receipt.position ?? 0);
    const refused = new Map(receipt.refused.map(({ index, refusal }) => [index, refusal]));
    for (const [index, { number, line }] of batch.entries()) {
      const refusal = refused.get(index);
      if (refusal !== undefined) {
        const { code, message } = refusal;
        this.#tally.notTaken("failed", line, code, { line: number, code, message, event: line.event });
      } else if (droppedEvents.has(line.event))
        this.#tally.notTaken("skipped", line, "dropped_by_dictionary");
      else this.#tally.accepted(line);
    }
  }
}
