import { BytePieces } from "../../platform/byte-pieces.ts";

/** Length of the payload, kind, number of the request. */
const HEAD_BYTES = 9;
/** Larger payloads end the connection between the two processes: no row needs more. */
export const FRAME_BYTES_MAX = 16 * 1024 * 1024;

/** Of a result that is read at once: sums, bounds, descriptions. In memory it takes several times as much. */
export const RESULT_BYTES_MAX = 4 * 1024 * 1024;

export const KIND = {
  request: 1,
  /** JSON: the result of a request. */
  result: 2,
  /** JSON: some rows of a stream. */
  rows: 3,
  /** Bytes of a stream in the text form of COPY. */
  bytes: 4,
  /** A stream has given everything. */
  end: 5,
  /** JSON: why there is no result. With request number 0: why there will be none any more. */
  failure: 6,
} as const;

/** The payload as it came, in pieces: joining the bytes of a stream would be a copy of every row. */
export type Frame = { kind: number; id: number; pieces: Buffer[] };

export const readJson = ({ pieces }: Frame): unknown => JSON.parse(Buffer.concat(pieces).toString());

export class FrameError extends Error {}

export function frameHead(kind: number, id: number, payloadBytes: number): Buffer {
  const head = Buffer.allocUnsafe(HEAD_BYTES);
  head.writeUInt32BE(payloadBytes, 0);
  head.writeUInt8(kind, 4);
  head.writeUInt32BE(id, 5);
  return head;
}

export function jsonFrame(kind: number, id: number, value: unknown): Buffer {
  const payload = Buffer.from(JSON.stringify(value));
  return Buffer.concat([frameHead(kind, id, payload.length), payload]);
}

/** Cuts a stream of bytes into frames. Memory is taken for bytes that have arrived, not for those announced. */
export class FrameReader {
  readonly #head = Buffer.alloc(HEAD_BYTES);
  #headBytes = 0;
  #left = 0;
  readonly #pieces = new BytePieces();

  /** The frames that are complete with this piece. Throws `FrameError`. */
  push(piece: Buffer): Frame[] {
    const frames: Frame[] = [];
    let at = 0;
    while (at < piece.length) {
      if (this.#headBytes < HEAD_BYTES) {
        const end = Math.min(piece.length, at + HEAD_BYTES - this.#headBytes);
        piece.copy(this.#head, this.#headBytes, at, end);
        this.#headBytes += end - at;
        at = end;
        if (this.#headBytes < HEAD_BYTES) break;
        this.#left = this.#head.readUInt32BE(0);
        if (this.#left > FRAME_BYTES_MAX) throw new FrameError(`a frame of ${this.#left} bytes is announced`);
      }
      const end = Math.min(piece.length, at + this.#left);
      if (end > at) this.#pieces.push(piece.subarray(at, end));
      this.#left -= end - at;
      at = end;
      if (this.#left === 0) frames.push(this.#finish());
    }
    return frames;
  }

  #finish(): Frame {
    this.#headBytes = 0;
    return {
      kind: this.#head.readUInt8(4),
      id: this.#head.readUInt32BE(5),
      pieces: this.#pieces.takePieces(),
    };
  }
}
