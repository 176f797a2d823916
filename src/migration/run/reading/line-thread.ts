import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { type KnownColumns, RecordPlaces, type RecordLines as Sent } from "../../../ingestion/text.ts";
import { OriginError, type PlannedSlice } from "../../origin.ts";
import type {
  EndPart,
  Leave,
  LinesPart,
  Part,
  PeoplePart,
  RecordsPart,
  RoomBack,
  SliceWish,
  ThreadStart,
  ToldColumns,
} from "./messages.ts";

/** Most of what it makes is text in buffers: a heap as young as the server's would only be more memory. */
const YOUNG_MAX_MB = 16;

/** It hears between two pages, which take it some milliseconds. */
const LEAVE_MS_MAX = 10_000;

/** Why a slice was not read to its end. */
export const causeOf = ({ code, message }: NonNullable<EndPart["broke"]>): Error =>
  code === undefined ? new Error(message) : new OriginError(code, message);

/**
 * Reads slices on a thread of its own: unpacking, and turning lines into the text of their records. The server's thread is left with
 * the door and the journal. At most so many parts are on their way as the thread has rooms.
 */
export class LineThread {
  readonly #worker: Worker;
  readonly #names: Uint8Array[] = [];
  readonly #parts: Part[] = [];
  readonly #findColumns: () => Promise<KnownColumns | undefined>;
  /** By what rows were written, by version: parts may still be on their way with those before the last. */
  readonly #told: (KnownColumns | undefined)[] = [undefined];
  /** A slice that nobody has begun to read yet. */
  #begun: { path: string; told: Promise<void> } | undefined;
  #failure: Error | undefined;
  #came: (() => void) | undefined;
  #isOpen = true;
  readonly #ended: Promise<void>;

  constructor(start: ThreadStart, findColumns: () => Promise<KnownColumns | undefined>) {
    this.#findColumns = findColumns;
    this.#worker = new Worker(new URL("./thread.ts", import.meta.url), {
      workerData: start,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MAX_MB },
    });
    const wake = () => this.#came?.();
    this.#worker.on("message", (part: Part) => {
      this.#parts.push(part);
      wake();
    });
    this.#worker.on("error", (cause) => {
      this.#failure = new Error("the thread that read a migration's lines broke", { cause });
      wake();
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ended = promise;
    this.#worker.on("exit", () => {
      this.#failure ??= new Error("the thread that read a migration's lines has ended");
      resolve();
      wake();
    });
  }

  get isOpen(): boolean {
    return this.#isOpen && this.#failure === undefined;
  }

  /** Nothing else was begun. */
  canRead(path: string): boolean {
    return this.isOpen && (this.#begun === undefined || this.#begun.path === path);
  }

  /**
   * Lets the thread go on with the next slice, while what the last one brought is still noted. Nothing of it counts before it is read
   * from here.
   */
  begin({ fromMs, beforeMs, kind }: PlannedSlice, path: string): void {
    const wish = { kind: "slice", slice: { fromMs, beforeMs, kind }, path } as const;
    const told = this.#news().then((columns) => {
      if (this.isOpen) this.#worker.postMessage({ ...wish, columns } satisfies SliceWish);
    });
    // Whoever reads it hears of it.
    told.catch(() => undefined);
    this.#begun = { path, told };
  }

  /** The parts of a slice in their order, its end among them. Left before that, the thread is of no use any more. */
  async *read(slice: PlannedSlice, path: string, signal: AbortSignal): AsyncGenerator<Part> {
    if (this.#begun === undefined) this.begin(slice, path);
    let isDone = false;
    try {
      await this.#begun?.told;
      this.#begun = undefined;
      while (!isDone) {
        const part = await this.#next(signal);
        isDone = part.kind === "end";
        yield part;
      }
    } finally {
      if (!isDone) await this.close();
    }
  }

  async #next(signal: AbortSignal): Promise<Part> {
    for (;;) {
      signal.throwIfAborted();
      const part = this.#parts.shift();
      if (part !== undefined) return part;
      if (this.#failure !== undefined) throw this.#failure;
      await this.#untilSomethingComes(signal);
    }
  }

  async #untilSomethingComes(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => resolve();
    this.#came = wake;
    signal.addEventListener("abort", wake);
    await promise;
    signal.removeEventListener("abort", wake);
  }

  /** As the door takes them. */
  linesOf({ room, textEnd, isShort, common, names, rows }: LinesPart): Sent {
    this.#names.push(...names);
    const bytes = Buffer.from(room.text.buffer, 0, textEnd);
    const places = new RecordPlaces(this.#names, room.places);
    return { bytes, areKeyed: false, sizeIsSound: isShort, common, places, ready: this.#readyOf(rows) };
  }

  #readyOf(rows: LinesPart["rows"]): Sent["ready"] {
    if (rows === undefined) return undefined;
    const known = this.#told[rows.version];
    if (known === undefined)
      throw new Error(`rows were made with columns of version ${rows.version}, which was never told`);
    return { ...rows, known };
  }

  /** Undefined when the thread knows it all. */
  async #news(): Promise<ToldColumns | undefined> {
    const known = await this.#findColumns();
    if (known === this.#told.at(-1)) return undefined;
    return { version: this.#told.push(known) - 1, known };
  }

  /** A part has arrived where it belongs; the thread may send another one. */
  async arrived(part: LinesPart | RecordsPart | PeoplePart): Promise<void> {
    const columns = await this.#news();
    if (!this.isOpen) return;
    const room = part.kind === "records" ? undefined : part.room;
    const back: RoomBack = { kind: "room", room, columns };
    this.#worker.postMessage(back, room === undefined ? [] : [room.text.buffer, room.places.buffer]);
  }

  /**
   * The thread leaves by itself. Ended from outside, it may be just between two steps of making something that unpacks, and Node then
   * aborts the whole process.
   */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#worker.postMessage({ kind: "leave" } satisfies Leave);
    const tooLate = new AbortController();
    const late = sleep(LEAVE_MS_MAX, true, { signal: tooLate.signal, ref: false }).catch(() => false);
    if (await Promise.race([late, this.#ended.then(() => false)])) await this.#worker.terminate();
    tooLate.abort();
  }
}
