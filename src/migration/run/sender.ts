import type { Lineage } from "../../events/index.ts";
import type { AcceptScope, Receipt, RecordBatch, RecordLines } from "../../ingestion/index.ts";
import type { Position } from "../../journal/index.ts";
import { waitWhileBehind } from "../../loader/index.ts";
import type { MigrationDeps } from "../deps.ts";
import type { TallyLine } from "../types.ts";
import { handOver } from "./hand-over.ts";
import type { Incoming, Sink } from "./sink.ts";
import type { Tally } from "./tally.ts";

const BATCH_EVENTS = 2000;

type SendDeps = Pick<MigrationDeps, "accept" | "acceptLines" | "loader" | "rules">;
type Scope = { projectId: number; lineage: Lineage };
type Give = (scope: AcceptScope) => ReturnType<MigrationDeps["accept"]>;
/** Records in their order: the line of the slice each came from, and what it is counted under. */
type Counted = { numbers: ArrayLike<number>; lines: readonly TallyLine[] };
type Batch = Counted & { give: Give; arrived?: () => Promise<void> };
/** A batch as text. `arrived`: nobody needs it any more. */
export type TextBatch = Counted & { text: RecordLines; arrived(): Promise<void> };

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
  #records: Incoming[] = [];
  #underWay: Promise<void> = Promise.resolve();

  constructor(deps: SendDeps, scope: Scope, tally: Tally, signal: AbortSignal) {
    this.#deps = deps;
    this.#scope = scope;
    this.#tally = tally;
    this.#signal = signal;
  }

  take(incoming: Incoming): Promise<void> | undefined {
    this.#records.push(incoming);
    return this.#records.length >= BATCH_EVENTS ? this.#sendRecords() : undefined;
  }

  /** Resolves when it is on its way; the next one may be made meanwhile. */
  async sendText({ text, ...batch }: TextBatch): Promise<void> {
    await this.#sendRecords();
    await this.#untilClear();
    this.#start({ ...batch, give: (scope) => this.#deps.acceptLines(scope, text) });
  }

  /** Resolves when all of it is in the journal. */
  async end(): Promise<void> {
    await this.#sendRecords();
    await this.#underWay;
  }

  async abandon(): Promise<void> {
    await this.#underWay.catch(() => undefined);
    this.#tally.leaveRest("stopped_before");
    this.#records = [];
  }

  async #sendRecords(): Promise<void> {
    if (this.#records.length === 0) return;
    await this.#untilClear();
    const batch = this.#records;
    this.#records = [];
    const about = aboutOf(batch);
    let tries = 0;
    this.#start({
      numbers: batch.map(({ number }) => number),
      lines: batch.map(({ line }) => line),
      give: (scope) => {
        const records = batch.map(({ event, again }) => (tries === 0 ? event : again()));
        tries += 1;
        return this.#deps.accept(scope, { records, ...about });
      },
    });
  }

  async #untilClear(): Promise<void> {
    await this.#underWay;
    await waitWhileBehind(this.#deps.loader, this.#signal);
  }

  #start(batch: Batch): void {
    this.#underWay = this.#send(batch);
    // Whoever waits for it next hears of it; until then nobody does.
    this.#underWay.catch(() => undefined);
  }

  async #send({ give, arrived, ...counted }: Batch): Promise<void> {
    const { droppedEvents } = await this.#deps.rules(this.#scope.projectId);
    const scope = { ...this.#scope, lane: "bulk", strict: false } as const;
    const receipt = await handOver(() => give(scope), this.#signal);
    this.position = Math.max(this.position, receipt.position ?? 0);
    this.#count(receipt, counted, droppedEvents);
    await arrived?.();
  }

  #count(receipt: Receipt, { numbers, lines }: Counted, droppedEvents: ReadonlySet<string>): void {
    const refused = new Map(receipt.refused.map(({ index, refusal }) => [index, refusal]));
    for (const [index, line] of lines.entries()) {
      const refusal = refused.size === 0 ? undefined : refused.get(index);
      if (refusal !== undefined) {
        const { code, message } = refusal;
        const problem = { line: numbers[index] ?? 0, code, message, event: line.event };
        this.#tally.notTaken("failed", line, code, problem);
      } else if (droppedEvents.size > 0 && droppedEvents.has(line.event))
        this.#tally.notTaken("skipped", line, "dropped_by_dictionary");
      else this.#tally.accepted(line);
    }
  }
}

/** As careful as the one that needs most care. */
function aboutOf(batch: readonly Incoming[]): Omit<RecordBatch, "records"> {
  const states = new Set(batch.map(({ text }) => text));
  const text = states.has("broken") ? "broken" : states.has("escaped") ? "escaped" : "sound";
  return { text, sizeIsSound: batch.every(({ isShort }) => isShort) };
}
