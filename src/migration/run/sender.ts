import { setTimeout as sleep } from "node:timers/promises";
import type { Lineage } from "../../events/index.ts";
import type { Position } from "../../journal/index.ts";
import type { MigrationDeps } from "../deps.ts";
import type { EventRecord, LinePage } from "../origin.ts";
import type { TallyLine } from "../types.ts";
import { untilTaken } from "./retry.ts";
import type { Tally } from "./tally.ts";

/** A line on its way in. What `accept` was given is its own from then on: a second try makes a record of its own. */
export type Outgoing = { number: number; line: TallyLine; make(): EventRecord };

const BATCH_EVENTS = 2000;
/** The loader may be so far behind before reading stops: the journal is no place to hide a queue. */
const LAG_MAX_MS = 5_000;
const LAG_WAIT_MS = 100;

type SendDeps = Pick<MigrationDeps, "accept" | "loader" | "isDropped">;
type Scope = { projectId: number; lineage: Lineage };

/**
 * Sends events through the one door in the order they came, since the first link of a device stands. While one batch is on its way to the disk
 * the next one is read.
 */
export class Sender {
  position: Position = 0;
  readonly #deps: SendDeps;
  readonly #scope: Scope;
  readonly #tally: Tally;
  readonly #signal: AbortSignal;
  #batch: Outgoing[] = [];
  #text: LinePage["text"] = "sound";
  #underWay: Promise<void> = Promise.resolve();

  constructor(deps: SendDeps, scope: Scope, tally: Tally, signal: AbortSignal) {
    this.#deps = deps;
    this.#scope = scope;
    this.#tally = tally;
    this.#signal = signal;
  }

  /** Undefined when it can go on at once. */
  add(event: Outgoing, text: LinePage["text"]): Promise<void> | undefined {
    this.#batch.push(event);
    if (text !== "sound" && this.#text !== "broken") this.#text = text;
    return this.#batch.length >= BATCH_EVENTS ? this.#send() : undefined;
  }

  /** Resolves when all of it is in the journal. */
  async end(): Promise<void> {
    await this.#send();
    await this.#underWay;
  }

  /** Nothing more goes out. What is on its way arrives; the rest counts as not taken. */
  async abandon(): Promise<void> {
    await this.#underWay.catch(() => undefined);
    for (const { line } of this.#batch) this.#tally.notTaken("skipped", line, "stopped_before");
    this.#batch = [];
  }

  async #send(): Promise<void> {
    const [batch, text] = [this.#batch, this.#text];
    this.#batch = [];
    this.#text = "sound";
    await this.#underWay;
    if (batch.length === 0) return;
    while (this.#deps.loader.status().lanes.bulk.waitingMs > LAG_MAX_MS) {
      await sleep(LAG_WAIT_MS, undefined, { signal: this.#signal });
    }
    this.#underWay = this.#accept(batch, text);
    // Whoever waits for it next hears of it; until then nobody does.
    this.#underWay.catch(() => undefined);
  }

  async #accept(batch: readonly Outgoing[], text: LinePage["text"]): Promise<void> {
    const isDropped = await this.#deps.isDropped(this.#scope.projectId);
    const scope = { ...this.#scope, lane: "bulk", strict: false } as const;
    const receipt = await untilTaken(() => {
      const records = batch.map(({ make }) => make());
      return this.#deps.accept(scope, { records, text, sizeIsSound: false });
    }, this.#signal);
    this.position = Math.max(this.position, receipt.position ?? 0);
    const refused = new Map(receipt.refused.map(({ index, refusal }) => [index, refusal]));
    for (const [index, { number, line }] of batch.entries()) {
      const refusal = refused.get(index);
      if (refusal !== undefined) {
        const { code, message } = refusal;
        this.#tally.notTaken("failed", line, code, { line: number, code, message, event: line.event });
      } else if (isDropped(line.event)) this.#tally.notTaken("skipped", line, "dropped_by_dictionary");
      else this.#tally.accepted(line);
    }
  }
}
