import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Codec } from "../codec.ts";

/** The real compression without threads, so that a seed decides the order of everything. */
export const syncCodec: Codec = {
  compress: async (raw, level) =>
    zstdCompressSync(raw, { params: { [constants.ZSTD_c_compressionLevel]: level } }),
  decompress: async (compressed) => zstdDecompressSync(compressed),
};
