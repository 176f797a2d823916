import { trimEnd } from "../../platform/trim-end.ts";

/**
 * The container is a plain tar, so that `tar -xf` and `zstd -d` open a backup without us. We write one narrow form of it and accept
 * nothing else: a header must be, byte for byte, the one we would have written.
 */
export type TarEntry = {
  /** At most 100 bytes of ASCII. */
  name: string;
  bytes: number;
  /** Seconds since epoch. */
  writtenAt: number;
};

export const BLOCK_BYTES = 512;
export const paddingAfter = (bytes: number): number => (BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES;

const NAME = { start: 0, length: 100 };
const SIZE = { start: 124, length: 12 };
const TIME = { start: 136, length: 12 };
const SUM = { start: 148, length: 8 };
/** Eleven octal digits; beyond that GNU tar and bsdtar read a binary number. */
const OCTAL_MAX = 8 ** 11 - 1;
const NAME_PATTERN = /^[\x21-\x7e]{1,100}$/;

export function tarHeader({ name, bytes, writtenAt }: TarEntry): Buffer {
  if (!NAME_PATTERN.test(name)) throw new Error(`'${name}' cannot be the name of an entry`);
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(name, NAME.start, "latin1");
  header.write("0000600\0" + "0000000\0" + "0000000\0", 100, "latin1");
  writeSize(header, bytes);
  header.write(`${octal(writtenAt, 11)}\0`, TIME.start, "latin1");
  header.write(" ".repeat(SUM.length), SUM.start, "latin1");
  header.write("0", 156, "latin1");
  header.write("ustar\0" + "00", 257, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0 `, SUM.start, "latin1");
  return header;
}

/** Nothing when the block is not a header of ours. */
export function readTarHeader(block: Buffer): TarEntry | undefined {
  const name = trimEnd(block.toString("latin1", NAME.start, NAME.length), "\0");
  const bytes = readSize(block);
  const writtenAt = readOctal(block, TIME.start, TIME.length);
  if (!NAME_PATTERN.test(name) || bytes === undefined || writtenAt === undefined) return undefined;
  const entry = { name, bytes, writtenAt };
  return tarHeader(entry).equals(block) ? entry : undefined;
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, "0");

function readOctal(block: Buffer, start: number, length: number): number | undefined {
  const text = block.toString("latin1", start, start + length - 1);
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : undefined;
}

function writeSize(header: Buffer, bytes: number): void {
  if (bytes <= OCTAL_MAX) header.write(`${octal(bytes, 11)}\0`, SIZE.start, "latin1");
  else {
    header[SIZE.start] = 0x80;
    header.writeBigUInt64BE(BigInt(bytes), SIZE.start + SIZE.length - 8);
  }
}

function readSize(block: Buffer): number | undefined {
  if (block[SIZE.start] !== 0x80) return readOctal(block, SIZE.start, SIZE.length);
  const bytes = block.readBigUInt64BE(SIZE.start + SIZE.length - 8);
  return bytes <= Number.MAX_SAFE_INTEGER ? Number(bytes) : undefined;
}
