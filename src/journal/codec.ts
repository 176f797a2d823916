import { constants, zstdCompress, zstdDecompress } from "node:zlib";

/** Compression as an argument: a test that replays a history needs it to take no time of its own. */
export type Codec = {
  compress(raw: Buffer, level: number): Promise<Buffer>;
  decompress(compressed: Buffer, rawBytes: number): Promise<Buffer>;
};

// The asynchronous functions work in libuv's threads. The output buffer holds a whole block, and a byte more, since a full one is
// followed by another: with the default of 16 KiB every block would go back and forth between the threads and the event loop dozens of
// times. Rows compress to a fifth or less.
export const zstdCodec: Codec = {
  compress: (raw, level) =>
    new Promise((resolve, reject) => {
      const params = { [constants.ZSTD_c_compressionLevel]: level };
      zstdCompress(raw, { params, chunkSize: Math.max(1024, raw.length >> 2) }, (error, bytes) =>
        error ? reject(error) : resolve(bytes),
      );
    }),
  decompress: (compressed, rawBytes) =>
    new Promise((resolve, reject) => {
      const size = Math.max(1024, rawBytes);
      zstdDecompress(compressed, { chunkSize: size + 1, maxOutputLength: size }, (error, bytes) =>
        error ? reject(error) : resolve(bytes),
      );
    }),
};
