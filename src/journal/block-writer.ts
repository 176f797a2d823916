import { crc32 } from "node:zlib";
import type { Codec } from "./codec.ts";
import { BLOCK_HEADER_BYTES, type Block, encodeBlockHeader, encodeIndex } from "./compressed-format.ts";
import { type OpenFile, writeAll } from "./files.ts";
import { SEAL_KIND } from "./frame.ts";
import type { ScannedFrame } from "./scan.ts";

/** A block as it was written, with the checksum of what must come out of it again. */
export type WrittenBlock = Block & { rawCrc: number };

/** Collects frames into blocks of about `blockBytes` and writes them compressed, one at a time. */
export function createBlockWriter(
  file: OpenFile,
  { codec, level, blockBytes }: { codec: Codec; level: number; blockBytes: number },
) {
  const blocks: WrittenBlock[] = [];
  let parts: Uint8Array[] = [];
  let rawBytes = 0;
  let frames: ScannedFrame["header"][] = [];
  let offset = 0;
  let rawOffset = 0;

  async function flush(): Promise<void> {
    if (rawBytes === 0) return;
    const [only] = parts;
    const raw = parts.length === 1 && only ? toBuffer(only) : Buffer.concat(parts, rawBytes);
    const compressed = await codec.compress(raw, level);
    const last = frames.at(-1)?.position ?? blocks.at(-1)?.last ?? 0;
    const description = {
      compressedBytes: compressed.length,
      rawBytes,
      rawOffset,
      first: frames[0]?.position ?? last,
      last,
      frames: frames.filter((header) => header.kind !== SEAL_KIND).length,
      crc: crc32(compressed),
    };
    await writeAll(file, [encodeBlockHeader(description), compressed], offset);
    blocks.push({ ...description, offset, rawCrc: crc32(raw) });
    offset += BLOCK_HEADER_BYTES + compressed.length;
    rawOffset += rawBytes;
    parts = [];
    frames = [];
    rawBytes = 0;
  }

  return {
    /** Bytes before the first frame: the header of the segment. */
    addHeader(bytes: Buffer): void {
      parts.push(bytes);
      rawBytes += bytes.length;
    },
    async addFrame(header: ScannedFrame["header"], bytes: Uint8Array): Promise<void> {
      if (frames.length > 0 && rawBytes + bytes.length > blockBytes) await flush();
      parts.push(bytes);
      rawBytes += bytes.length;
      frames.push(header);
    },
    /** Writes what is left and the index. Answers the length of the file. */
    async finish(): Promise<{ bytes: number; blocks: WrittenBlock[] }> {
      await flush();
      const index = encodeIndex(blocks);
      await writeAll(file, [index], offset);
      return { bytes: offset + index.length, blocks };
    },
  };
}

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Reads a compressed file back and proves that every block gives the bytes that went in. */
export async function proveBlocks(
  file: OpenFile,
  codec: Codec,
  blocks: readonly WrittenBlock[],
): Promise<void> {
  for (const block of blocks) {
    const compressed = Buffer.allocUnsafe(block.compressedBytes);
    const got = await file.read(compressed, block.offset + BLOCK_HEADER_BYTES);
    const isSound = got === compressed.length && crc32(compressed) === block.crc;
    const raw = isSound ? await codec.decompress(compressed, block.rawBytes) : null;
    if (raw === null || raw.length !== block.rawBytes || crc32(raw) !== block.rawCrc) {
      throw new Error(`a compressed block does not give back what was put in (offset ${block.offset})`);
    }
  }
}
