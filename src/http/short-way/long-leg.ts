import type { Socket } from "node:net";
import { Duplex } from "node:stream";

/**
 * A connection inside the server, from one on the short way to Node's reader of requests: what turns out to be odd goes through here,
 * one request at a time, and its answer goes out where it came in. So a connection that now and then brings something odd stays on the
 * short way.
 */
export class LongLeg extends Duplex {
  readonly remoteAddress: string | undefined;
  /** Told when an answer is out, or nobody will give one. */
  readonly answered: () => void;
  readonly #socket: Socket;

  constructor(socket: Socket, answered: () => void) {
    super({ read() {} });
    this.#socket = socket;
    this.answered = answered;
    this.remoteAddress = socket.remoteAddress;
    // A request that is broken off is no fault of ours.
    this.on("error", () => undefined);
  }

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    if (this.#socket.writable) this.#socket.write(piece);
    done();
  }

  override _writev(pieces: { chunk: Buffer }[], done: () => void): void {
    this._write(Buffer.concat(pieces.map(({ chunk }) => chunk)), "", done);
  }

  /** An answer may say that it is the last. */
  override _final(done: () => void): void {
    this.#socket.end();
    done();
  }
}
