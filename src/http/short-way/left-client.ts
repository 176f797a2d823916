import type { Socket } from "node:net";
import { Duplex } from "node:stream";

const LAST = Buffer.from("connection: close\r\n");

/**
 * A client that has sent its request and said that nothing more comes, or has gone: its connection can be read no further, so this
 * stands in for it. The request counts all the same, and is answered if anybody is there.
 */
export class LeftClient extends Duplex {
  readonly remoteAddress: string | undefined;
  readonly #socket: Socket;

  constructor(socket: Socket, piece: Buffer) {
    super({ read() {} });
    this.#socket = socket;
    this.remoteAddress = socket.remoteAddress;
    const line = piece.indexOf("\n") + 1;
    // Node ends a connection at its last request; told of its end before, it would drop the request.
    this.push(Buffer.concat([piece.subarray(0, line), LAST, piece.subarray(line)]));
  }

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    if (this.#socket.writable) this.#socket.write(piece, () => done());
    else done();
  }

  override _final(done: () => void): void {
    this.#socket.end();
    done();
  }

  override _destroy(cause: Error | null, done: (cause: Error | null) => void): void {
    if (this.#socket.writable) this.#socket.end();
    done(cause);
  }
}
