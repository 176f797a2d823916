import { pipeline, Readable } from "node:stream";
import { constants, createGzip } from "node:zlib";

/** Below this a packed answer saves nothing worth the unpacking. */
export const COMPRESS_FROM_CHARS = 1400;

/** The fastest level: measured on exported lines, 1 packs to a 6.5th at 175 MB/s, 3 to a 6.7th at 140, 6 to a 7.3rd at 80. */
export function compress(body: string | Readable): Readable {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const source = typeof body === "string" ? Readable.from([body], { objectMode: false }) : body;
  // Whoever fails or leaves takes the other along; the failure shows in the packed stream.
  return pipeline(source, gzip, () => {});
}
