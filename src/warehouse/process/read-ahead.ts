import { ConnectorError } from "../connector.ts";
import { FRAME_BYTES_MAX, KIND } from "./frames.ts";
import { toJsonCell } from "./messages.ts";

/** What a stream holds ready while nobody asks for it. */
const AHEAD_BYTES = 1024 * 1024;
/** Bytes that wait are sent together, up to so many. */
const TOGETHER_BYTES = 512 * 1024;
/** Fewer wait a moment for more: a message costs the server as much as some hundred rows. */
const FEW_BYTES = 128 * 1024;
const MORE_WITHIN_MS = 4;
const ROWS_PER_FRAME_MAX = 1_000;
const ROWS_BYTES = 1024 * 1024;

export type Part = { kind: number; buffers: Buffer[] };
type Source = { kind: number; pieces: AsyncIterable<Buffer> };

/** Reads a stream a little ahead of the requests for it: what one process reads the other has worked through meanwhile. */
export class ReadAhead {
  readonly #kind: number;
  readonly #iterator: AsyncIterator<Buffer>;
  #queue: Buffer[] = [];
  #queuedBytes = 0;
  #failure: unknown;
  #isDone = false;
  #wake: () => void = () => undefined;
  #drained: () => void = () => undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor({ kind, pieces }: Source) {
    this.#kind = kind;
    this.#iterator = pieces[Symbol.asyncIterator]();
    void this.#pump();
  }

  /** What has come since, in order. */
  next(): Promise<Part> {
    const part = this.#turn.then(() => this.#take());
    this.#turn = part.catch(() => undefined);
    return part;
  }

  /** Nobody wants the rest. */
  leave(): void {
    this.#isDone = true;
    this.#queue = [];
    this.#wake();
    this.#drained();
    void Promise.resolve(this.#iterator.return?.()).catch(() => undefined);
  }

  async #pump(): Promise<void> {
    try {
      while (!this.#isDone) {
        const { value, done } = await this.#iterator.next();
        if (done) break;
        this.#queue.push(value);
        this.#queuedBytes += value.length;
        this.#wake();
        if (this.#queuedBytes >= AHEAD_BYTES)
          await new Promise<void>((resolve) => {
            this.#drained = resolve;
          });
      }
    } catch (cause) {
      this.#failure = cause;
    }
    this.#isDone = true;
    this.#wake();
  }

  async #take(): Promise<Part> {
    while (this.#queue.length === 0) {
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#isDone) return { kind: KIND.end, buffers: [] };
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#kind === KIND.bytes) await this.#more();
    const buffers: Buffer[] = [];
    let bytes = 0;
    // Rows are a JSON text of their own each.
    const most = this.#kind === KIND.rows ? 1 : Number.POSITIVE_INFINITY;
    while (this.#queue.length > 0 && bytes < TOGETHER_BYTES && buffers.length < most) {
      const [first] = this.#queue.splice(0, 1) as [Buffer];
      buffers.push(first);
      bytes += first.length;
    }
    this.#queuedBytes -= bytes;
    if (this.#queuedBytes < AHEAD_BYTES) this.#drained();
    return { kind: this.#kind, buffers };
  }

  async #more(): Promise<void> {
    const untilMs = performance.now() + MORE_WITHIN_MS;
    while (!this.#isDone && this.#queuedBytes < FEW_BYTES) {
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}

/** Rows as JSON, in texts of some hundred kilobytes: the server makes objects of a whole text at once. */
export async function* rowTexts(pages: AsyncIterable<unknown[][]>): AsyncGenerator<Buffer> {
  let perFrame = ROWS_PER_FRAME_MAX;
  for await (const rows of pages) {
    for (let at = 0; at < rows.length; ) {
      const text = toText(rows.slice(at, at + perFrame));
      if (text.length > ROWS_BYTES && perFrame > 1) {
        perFrame = Math.max(1, Math.floor((perFrame * ROWS_BYTES) / (2 * text.length)));
        continue;
      }
      if (text.length > FRAME_BYTES_MAX) throw tooLarge("a row", FRAME_BYTES_MAX);
      yield text;
      at += perFrame;
      if (text.length < ROWS_BYTES / 4) perFrame = Math.min(ROWS_PER_FRAME_MAX, perFrame * 2);
    }
  }
}

const toText = (rows: unknown[][]): Buffer =>
  Buffer.from(JSON.stringify(rows, hasOddNumber(rows) ? toJsonCell : undefined));

/** A replacer costs three times as much as the text itself. */
const hasOddNumber = (rows: unknown[][]): boolean =>
  rows.some((row) => row.some((cell) => typeof cell === "number" && !Number.isFinite(cell)));

export const tooLarge = (what: string, bytesMax: number): ConnectorError =>
  new ConnectorError("answer_too_large", `${what} is larger than ${bytesMax / 1024 / 1024} MiB`);
