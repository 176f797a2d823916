import { type Duplex, pipeline, Readable } from "node:stream";
import { createZstdCompress, createZstdDecompress } from "node:zlib";

type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const isCompressed = (name: string): boolean => name.endsWith(".zst");

export const asStored = (name: string, content: Content): Content =>
  isCompressed(name) ? through(content, createZstdCompress()) : content;

export const asAdded = (name: string, stored: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  isCompressed(name) ? through(stored, createZstdDecompress()) : stored;

/** A failure on either side reaches the reader as the failure of the stream that it reads, so nobody listens here. */
function through(content: Content, transform: Duplex): AsyncIterable<Uint8Array> {
  const source = content instanceof Readable ? content : Readable.from(content, { objectMode: false });
  pipeline(source, transform, () => undefined);
  return transform;
}
