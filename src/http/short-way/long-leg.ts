import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";

/**
 * A connection inside the server, from one on the short way to Node's reader of requests: what turns out to be odd goes through here,
 * one piece at a time, and its answers go out where it came in. So a connection that now and then brings something odd stays on the
 * short way.
 */
export class LongLeg extends Duplex {
  readonly remoteAddress: string | undefined;
  readonly #socket: Socket;
  readonly #answered: () => void;
  /** Whether a piece was brought and nobody told yet that it is answered. */
  #isWaiting = false;
  #openRequests = 0;
  #isEnding = false;

  /** `answered` is told once for each piece: when the answers are out, or nobody will give one. */
  constructor(socket: Socket, answered: () => void) {
    super({ read() {} });
    this.#socket = socket;
    this.#answered = answered;
    this.remoteAddress = socket.remoteAddress;
    // A request that is broken off is no fault of ours.
    this.on("error", () => undefined);
  }

  /** Whether nothing will be answered here any more. */
  get isOver(): boolean {
    return this.writableEnded || this.destroyed;
  }

  bring(piece: Buffer): void {
    this.#isWaiting = true;
    this.push(piece);
  }

  /** For a client that says no more: Node refuses what is not whole. */
  bringLast(piece: Buffer): void {
    this.bring(piece);
    this.push(null);
  }

  /** Node has read a request. */
  began(answer: ServerResponse): void {
    this.#openRequests += 1;
    answer.once("close", () => {
      this.#openRequests -= 1;
      if (this.#openRequests > 0) return;
      if (this.#isEnding) super.end();
      this.#tell();
    });
  }

  /** Node ends a connection as soon as its client says no more, answers or not. This one still waits for them. */
  override end(...last: unknown[]): this {
    this.#isEnding = last.length === 0 && this.#openRequests > 0;
    return this.#isEnding ? this : super.end(...(last as []));
  }

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    // No faster than the client takes it.
    if (this.#socket.writable) this.#socket.write(piece, () => done());
    else done();
  }

  override _writev(pieces: { chunk: Buffer }[], done: () => void): void {
    this._write(Buffer.concat(pieces.map(({ chunk }) => chunk)), "", done);
  }

  /** An answer may say that it is the last, and a refusal always is. */
  override _final(done: () => void): void {
    done();
    this.destroy();
  }

  override _destroy(cause: Error | null, done: (cause: Error | null) => void): void {
    done(cause);
    this.#tell();
  }

  #tell(): void {
    if (!this.#isWaiting) return;
    this.#isWaiting = false;
    this.#answered();
  }
}
