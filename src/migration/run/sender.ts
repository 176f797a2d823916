import type { Lineage } from "../../events/index.ts";
import type { AcceptScope, Receipt, RecordBatch } from "../../ingestion/index.ts";
import type { Position } from "../../journal/index.ts";
import { waitWhileBehind } from "../../loader/index.ts";
import type { MigrationDeps } from "../deps.ts";
import type { TallyLine } from "../types.ts";
import { handOver } from "./hand-over.ts";
import { RecordLines } from "./record-lines.ts";
import type { Incoming, Sink } from "./sink.ts";
import type { Tally } from "./tally.ts";

const BATCH_EVENTS = 2000;

type SendDeps = Pick<MigrationDeps, "accept" | "acceptLines" | "loader" | "rules">;
type Scope = { projectId: number; lineage: Lineage };
type Give = (scope: AcceptScope) => ReturnType<MigrationDeps["accept"]>;
/** Records in their order: the line of the slice each came from, and what it is counted under. */
type Batch = { numbers: readonly number[]; lines: readonly TallyLine[]; give: Give };

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
  #texts: RecordLines;
  /** The one that was sent last: written into again once it has arrived. */
  #spare: RecordLines;
  #underWay: Promise<void> = Promise.resolve();

  constructor(
    deps: SendDeps,
    scope: Scope,
    tally: Tally,
    { signal, names = [] }: { signal: AbortSignal; names?: readonly Uint8Array[] | undefined },
  ) {
    this.#texts = new RecordLines(names);
    this.#spare = new RecordLines(names);
    this.#deps = deps;
    this.#scope = scope;
    this.#tally = tally;
    this.#signal = signal;
  }

  take(incoming: Incoming): Promise<void> | undefined {
    const sent = this.#texts.isEmpty ? undefined : this.#sendTexts();
    this.#records.push(incoming);
    return sent ?? (this.#records.length >= BATCH_EVENTS ? this.#sendRecords() : undefined);
  }

  /** Where records are written as text; `flushLines` sends them once it is full, and gives the next one. */
  async openLines(): Promise<RecordLines> {
    if (this.#records.length > 0) await this.#sendRecords();
    return this.#texts;
  }

  async flushLines(): Promise<RecordLines> {
    await this.#sendTexts();
    return this.#texts;
  }

  /** Resolves when all of it is in the journal. */
  async end(): Promise<void> {
    await this.#sendRecords();
    await this.#sendTexts();
    await this.#underWay;
  }

  async abandon(): Promise<void> {
    await this.#underWay.catch(() => undefined);
    const left = [...this.#records.map(({ line }) => line), ...this.#texts.left];
    for (const line of left) this.#tally.notTaken("skipped", line, "stopped_before");
    this.#records = [];
    this.#texts.clear();
  }

  async #sendRecords(): Promise<void> {
    await this.#untilClear();
    const batch = this.#records;
    if (batch.length === 0) return;
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

  async #sendTexts(): Promise<void> {
    await this.#untilClear();
    const texts = this.#texts;
    if (texts.isEmpty) return;
    // What was sent before has arrived by now.
    this.#texts = this.#spare;
    this.#texts.clear();
    this.#texts.follow(texts);
    this.#spare = texts;
    this.#start({
      numbers: texts.numbers,
      lines: texts.tallyLines,
      give: (scope) => this.#deps.acceptLines(scope, texts.toLines()),
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

  async #send({ numbers, lines, give }: Batch): Promise<void> {
    const { droppedEvents } = await this.#deps.rules(this.#scope.projectId);
    const scope = { ...this.#scope, lane: "bulk", strict: false } as const;
    const receipt = await handOver(() => give(scope), this.#signal);
    this.position = Math.max(this.position, receipt.position ?? 0);
    this.#count(receipt, numbers, lines, droppedEvents);
  }

  #count(
    receipt: Receipt,
    numbers: readonly number[],
    lines: readonly TallyLine[],
    droppedEvents: ReadonlySet<string>,
  ): void {
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
