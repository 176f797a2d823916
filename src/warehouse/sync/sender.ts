import type { Lineage } from "../../events/index.ts";
import { DROPS, type Receipt, type RecordLines, untilTaken } from "../../ingestion/index.ts";
import type { Position } from "../../journal/index.ts";
import { waitWhileBehind } from "../../loader/index.ts";
import { ConnectorError } from "../connector.ts";
import type { WarehouseDeps } from "../deps.ts";
import { KeyHashes } from "./key-hashes.ts";
import { LineBuffer } from "./lines/line-buffer.ts";
import type { MappedEvent, RowFault } from "./map-event.ts";
import { keyHashOf } from "./row-ids.ts";
import type { Tracker } from "./tracker.ts";

/** Twenty of them are a row group of the store. Checking twice as many holds everybody else up for 12 ms. */
const BATCH_ROWS = 2048;
const BATCH_BYTES = 1_500_000;
/** A sync may have to wait for one of the store, which takes a tenth of a second. */
const IN_FLIGHT_MAX = 12;
/** So many bytes are no event that is too large: nobody need measure it. */
const SMALL = 100_000;

type Scope = {
  projectId: number;
  lineage: Lineage;
  /** Properties of every event. */
  common: RecordLines["common"];
  /** Names of properties, as lines number them. */
  names: readonly Uint8Array[];
  /** Of all of them, where it is one. */
  eventName: string | null;
};
type SendDeps = Pick<WarehouseDeps, "acceptLines" | "loader">;

/** Sends events through the one door, some batches at a time, and counts what became of them. */
export class Sender {
  /** Everything sent so far is readable once the loader is past it. */
  position: Position = 0;
  sent = 0;
  /** Of rows that could not be stored. */
  readonly failedKeys = new KeyHashes();
  /** What goes next. Written into it by `add`, or by hand. */
  lines: LineBuffer;
  readonly #deps: SendDeps;
  readonly #scope: Scope;
  readonly #tracker: Tracker;
  readonly #signal: AbortSignal;
  readonly #calledOff: AbortSignal;
  readonly #spare: LineBuffer[] = [];
  readonly #inFlight = new Set<Promise<void>>();
  #broken: unknown;

  constructor(
    deps: SendDeps,
    scope: Scope,
    tracker: Tracker,
    { signal, calledOff }: { signal: AbortSignal; calledOff: AbortSignal },
  ) {
    this.#deps = deps;
    this.#scope = scope;
    this.#tracker = tracker;
    this.#signal = signal;
    this.#calledOff = calledOff;
    this.lines = new LineBuffer(scope.names);
  }

  add(rowKey: string, made: MappedEvent): void {
    if ("fault" in made) this.#fail(rowKey, made.fault);
    else this.lines.addRecord(rowKey, made.record);
  }

  /** Rows that are fine, and not stored because the dictionary or the row itself says so. */
  #noteDrops(counts: Receipt["counts"]): number {
    let dropped = 0;
    for (const code of DROPS) {
      const rows = counts[code] ?? 0;
      if (rows > 0) this.#tracker.warn(code, this.#scope.eventName ?? "", rows);
      dropped += rows;
    }
    this.#tracker.counts.skipped += dropped;
    return dropped;
  }

  #fail(rowKey: string, fault: RowFault): void {
    this.#tracker.failed(rowKey, fault);
    const keyHash = keyHashOf(rowKey);
    if (keyHash !== "") this.failedKeys.add(keyHash);
  }

  /** Time for `send`. A promise for each row would cost more than what it waits for. */
  get isFull(): boolean {
    return this.lines.rows >= BATCH_ROWS || this.lines.end >= BATCH_BYTES;
  }

  /** Resolves when all of it is in the journal. */
  async end(): Promise<void> {
    await this.send();
    await Promise.all(this.#inFlight);
    if (this.#broken) throw this.#broken;
  }

  /** Resolves when nothing is on its way any more, whatever became of it. */
  async arrived(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
  }

  async send(): Promise<void> {
    const batch = this.lines;
    if (batch.rows === 0) return;
    while (this.#inFlight.size >= IN_FLIGHT_MAX) await Promise.race(this.#inFlight);
    await waitWhileBehind(this.#deps.loader, this.#calledOff);
    if (this.#broken) throw this.#broken;
    await this.#tracker.turn();
    this.lines = this.#spare.pop() ?? new LineBuffer(this.#scope.names);
    const sending = this.#accept(batch)
      .catch((cause: unknown) => {
        this.#broken ??= cause;
      })
      .finally(() => this.#inFlight.delete(sending));
    this.#inFlight.add(sending);
  }

  async #accept(batch: LineBuffer): Promise<void> {
    const { projectId, lineage, common } = this.#scope;
    const scope = { projectId, lane: "bulk", lineage, strict: true } as const;
    const lines = {
      bytes: batch.written,
      areKeyed: true,
      common,
      sizeIsSound: batch.longestBytes < SMALL,
      places: batch.places,
    };
    const { refused, position, counts } = await handOver(
      () => this.#deps.acceptLines(scope, lines),
      this.#signal,
    );
    const rowKeys = batch.rowKeys(refused.map(({ index }) => index));
    for (const [at, { refusal }] of refused.entries()) {
      const { code, field, message } = refusal;
      this.#fail(rowKeys[at] ?? "", { code, field, message, value: null });
    }
    this.sent += batch.rows - refused.length - this.#noteDrops(counts);
    this.position = Math.max(this.position, position ?? 0);
    batch.clear();
    this.#spare.push(batch);
  }
}

const giveUp = (code: string): Error =>
  new ConnectorError("store_unavailable", `events cannot be accepted: ${code}`);

/** Comes again until it is taken; a run that gives up fails with a hint. */
export const handOver = <Value>(
  work: Parameters<typeof untilTaken<Value>>[0],
  signal: AbortSignal,
): Promise<Value> => untilTaken(work, signal, giveUp);
