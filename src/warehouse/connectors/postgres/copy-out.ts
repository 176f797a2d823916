import { type Duplex, Readable } from "node:stream";
import type { Connection, Submittable } from "pg";

/** Of every message: what it is, and how long with these four bytes. */
const HEAD_BYTES = 5;
const LENGTH_BYTES = 4;
const codeOf = (letter: string): number => letter.charCodeAt(0);
const DATA = codeOf("d");
const ERROR = codeOf("E");
/** What may come before and between rows: the answer to COPY, settings, notices, notifications. */
const BETWEEN: ReadonlySet<number> = new Set(["H", "S", "N", "A"].map(codeOf));

type OnData = (bytes: Buffer) => void;

/**
 * What `COPY … TO STDOUT` sends, without the messages around it. Each row is a message of its own: `pg-copy-streams` makes a buffer
 * of each and joins them again, which took 0.5 to 0.9 µs a row. Here rows move together within the piece they came in: 0.4 to 0.5.
 */
export class CopyOut extends Readable implements Submittable {
  readonly #sql: string;
  readonly #head = Buffer.alloc(HEAD_BYTES);
  #headBytes = 0;
  #code = 0;
  /** Bytes of the message at hand that have not come yet. */
  #left = 0;
  #stream: Duplex | undefined;
  /** The driver's own listener, away until the rows are over. */
  #onData: OnData | undefined;
  #isWanted = false;
  #isForwarding = false;
  readonly #forward = () => this.#forwardAll();

  constructor(sql: string) {
    super();
    this.#sql = sql;
  }

  submit(connection: Connection): void {
    const { stream } = connection;
    this.#stream = stream;
    this.#onData = stream.listeners("data")[0] as OnData;
    stream.removeListener("data", this.#onData);
    stream.pause();
    stream.on("readable", this.#forward);
    connection.query(this.#sql);
  }

  override _read(): void {
    this.#isWanted = true;
    this.#forwardAll();
  }

  handleError(cause: Error): void {
    this.destroy(cause);
  }
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {}

  #forwardAll(): void {
    if (this.#isForwarding) return;
    this.#isForwarding = true;
    while (this.#isWanted && this.#stream !== undefined) {
      const piece: Buffer | null = this.#stream.read();
      if (piece === null) break;
      this.#take(piece);
    }
    this.#isForwarding = false;
  }

  #take(piece: Buffer): void {
    let at = 0;
    /** Where the rows that were moved to the front of the piece end. */
    let end = 0;
    while (at < piece.length) {
      if (this.#left === 0) {
        const headStart = at;
        at = this.#takeHead(piece, at);
        if (this.#headBytes < HEAD_BYTES) break;
        this.#headBytes = 0;
        if (this.#code !== DATA && !BETWEEN.has(this.#code)) {
          const isWhole = at - headStart === HEAD_BYTES;
          const rest = isWhole ? piece.subarray(headStart) : Buffer.concat([this.#head, piece.subarray(at)]);
          if (end > 0) this.push(piece.subarray(0, end));
          this.#handBack(rest);
          return;
        }
      }
      const next = Math.min(piece.length, at + this.#left);
      if (this.#code === DATA) {
        piece.copyWithin(end, at, next);
        end += next - at;
      }
      this.#left -= next - at;
      at = next;
    }
    if (end === 0) return;
    this.#isWanted = false;
    if (this.push(piece.subarray(0, end))) this.#isWanted = true;
  }

  /** A head may come in two pieces. */
  #takeHead(piece: Buffer, from: number): number {
    let at = from;
    while (this.#headBytes < HEAD_BYTES && at < piece.length) {
      this.#head[this.#headBytes++] = piece[at++] as number;
    }
    if (this.#headBytes < HEAD_BYTES) return at;
    this.#code = this.#head[0] as number;
    this.#left = this.#head.readUInt32BE(1) - LENGTH_BYTES;
    return at;
  }

  /** The rows are over, or something went wrong: what comes now is for the driver, which tells us of errors. */
  #handBack(rest: Buffer): void {
    const stream = this.#stream;
    const onData = this.#onData;
    this.#stream = undefined;
    if (stream === undefined || onData === undefined) return;
    stream.removeListener("readable", this.#forward);
    stream.on("data", onData);
    onData(rest);
    // The driver's listener may have been told to wait; it goes on in the next turn.
    process.nextTick(() => stream.resume());
    if (rest[0] !== ERROR) this.push(null);
  }
}
