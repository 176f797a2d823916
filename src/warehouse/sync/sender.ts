import type { Lineage } from "../../events/index.ts";
import { untilTaken } from "../../ingestion/index.ts";
import type { Position } from "../../journal/index.ts";
import { waitWhileBehind } from "../../loader/index.ts";
import { ConnectorError } from "../connector.ts";
import type { WarehouseDeps } from "../deps.ts";
import type { MappedEvent } from "./map-event.ts";
import type { Tracker } from "./tracker.ts";

/** A row that was told apart already, and how to make its record: once more, when a batch has to be sent again. */
export type Outgoing = {
  rowKey: string;
  make(): MappedEvent;
  /** Characters of its values, about. */
  size: number;
};

const BATCH_ROWS = 2000;
const IN_FLIGHT_MAX = 3;
/** Written as JSON, so many characters cannot become too large an event: nobody need measure it. */
const SMALL = 100_000;

type SendDeps = Pick<WarehouseDeps, "accept" | "loader">;

/** Sends events through the one door, some batches at a time, and counts what became of them. */
export class Sender {
  /** Everything sent so far is readable once the loader is past it. */
  position: Position = 0;
  sent = 0;
  readonly #deps: SendDeps;
  readonly #scope: { projectId: number; lineage: Lineage };
  readonly #tracker: Tracker;
  readonly #signal: AbortSignal;
  #batch: Outgoing[] = [];
  readonly #inFlight = new Set<Promise<void>>();
  #broken: unknown;

  constructor(
    deps: SendDeps,
    scope: { projectId: number; lineage: Lineage },
    tracker: Tracker,
    signal: AbortSignal,
  ) {
    this.#deps = deps;
    this.#scope = scope;
    this.#tracker = tracker;
    this.#signal = signal;
  }

  async add(row: Outgoing): Promise<void> {
    this.#batch.push(row);
    if (this.#batch.length >= BATCH_ROWS) await this.#send();
  }

  /** Resolves when all of it is in the journal. */
  async end(): Promise<void> {
    await this.#send();
    await Promise.all(this.#inFlight);
    if (this.#broken) throw this.#broken;
  }

  async #send(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length === 0) return;
    while (this.#inFlight.size >= IN_FLIGHT_MAX) await Promise.race(this.#inFlight);
    await waitWhileBehind(this.#deps.loader, this.#signal);
    if (this.#broken) throw this.#broken;
    await this.#tracker.turn();
    const sending = this.#accept(batch)
      .catch((cause: unknown) => {
        this.#broken ??= cause;
      })
      .finally(() => this.#inFlight.delete(sending));
    this.#inFlight.add(sending);
  }

  async #accept(batch: readonly Outgoing[]): Promise<void> {
    const { projectId, lineage } = this.#scope;
    const receipt = await handOver(async () => {
      const records: unknown[] = [];
      const rowKeys: string[] = [];
      // What accept is given is its own from then on, so a second try needs records of its own.
      const faults: (() => void)[] = [];
      for (const { rowKey, make } of batch) {
        const made = make();
        if ("fault" in made) faults.push(() => this.#tracker.failed(rowKey, made.fault));
        else {
          records.push(made.record);
          rowKeys.push(rowKey);
        }
      }
      const scope = { projectId, lane: "bulk", lineage, strict: true } as const;
      const accepted = await this.#deps.accept(scope, {
        records,
        text: "escaped",
        sizeIsSound: batch.every(({ size }) => size < SMALL),
        rowKeys,
      });
      if (accepted.ok) {
        for (const tell of faults) tell();
        for (const { index, refusal } of accepted.value.refused) {
          const { code, field, message } = refusal;
          this.#tracker.failed(rowKeys[index] ?? "", { code, field, message, value: null });
        }
        this.sent += rowKeys.length - accepted.value.refused.length;
      }
      return accepted;
    }, this.#signal);
    this.position = Math.max(this.position, receipt.position ?? 0);
  }
}

const giveUp = (code: string): Error =>
  new ConnectorError("store_unavailable", `events cannot be accepted: ${code}`);

/** Comes again until it is taken; a run that gives up fails with a hint. */
export const handOver = <Value>(
  work: Parameters<typeof untilTaken<Value>>[0],
  signal: AbortSignal,
): Promise<Value> => untilTaken(work, signal, giveUp);
