import { type Duplex, pipeline, Readable } from "node:stream";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import type { Content } from "../types.ts";

type Named = { name: string; asIs?: boolean | undefined };

/**
 * A store file of 300,000 events, which DuckDB has compressed in its own way, becomes 70 % of its size at level 1 and 135 MB/s,
 * 69 % at level 3 and 58 MB/s, 68 % at level 9 and 31 MB/s.
 */
const LEVEL = 1;

const isCompressedHere = ({ name, asIs }: Named): boolean => name.endsWith(".zst") && asIs !== true;

const compress = () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });

export const asStored = (entry: Named, content: Content): Content =>
  isCompressedHere(entry) ? through(content, compress()) : content;

export const asAdded = (entry: Named, stored: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  isCompressedHere(entry) ? through(stored, createZstdDecompress()) : stored;

/** A failure on either side reaches the reader as the failure of the stream that it reads, so nobody listens here. */
function through(content: Content, transform: Duplex): AsyncIterable<Uint8Array> {
  const source = content instanceof Readable ? content : Readable.from(content, { objectMode: false });
  pipeline(source, transform, () => undefined);
  return transform;
}
