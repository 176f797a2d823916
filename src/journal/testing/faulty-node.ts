import type { Random } from "./random.ts";

type Change = { kind: "write"; offset: number; bytes: Buffer } | { kind: "truncate"; bytes: number };

/** What a disk writes or loses as a whole. */
const SECTOR_BYTES = 512;

/** One file on the faulty disk: what programs see, what survives a power loss, and the changes between the two. */
export function createNode() {
  let seen = Buffer.alloc(0);
  let durable = Buffer.alloc(0);
  let dirty: Change[] = [];

  return {
    size: () => seen.length,
    read(into: Uint8Array, offset: number): number {
      const part = seen.subarray(offset, offset + into.length);
      into.set(part);
      return part.length;
    },
    write(offset: number, bytes: Buffer): void {
      seen = apply(seen, { kind: "write", offset, bytes });
      dirty.push({ kind: "write", offset, bytes: Buffer.from(bytes) });
    },
    truncate(bytes: number): void {
      seen = apply(seen, { kind: "truncate", bytes });
      dirty.push({ kind: "truncate", bytes });
    },
    sync(): void {
      durable = dirty.reduce(apply, durable);
      dirty = [];
    },
    /** Some of it reached the disk, the rest never will, and the next sync of this file will be called a success. */
    failSync(random: Random): void {
      durable = dirty.reduce(
        (bytes, change) => (random.chance(0.5) ? applySome(bytes, change, random) : bytes),
        durable,
      );
      dirty = [];
    },
    losePower(random: Random): void {
      durable = dirty.reduce((bytes, change) => applySome(bytes, change, random), durable);
      dirty = [];
      seen = Buffer.from(durable);
    },
    /** Bit rot: what is seen and what is on the disk change alike. */
    flipBit(offset: number, bit: number): void {
      for (const bytes of [seen, durable]) {
        const byte = bytes[offset];
        if (byte !== undefined) bytes[offset] = byte ^ (1 << bit);
      }
    },
  };
}

export type FaultyNode = ReturnType<typeof createNode>;

function apply(bytes: Buffer, change: Change): Buffer<ArrayBuffer> {
  const length =
    change.kind === "truncate" ? change.bytes : Math.max(bytes.length, change.offset + change.bytes.length);
  const next = Buffer.alloc(length);
  bytes.copy(next);
  if (change.kind === "write") next.set(change.bytes, change.offset);
  return next;
}

/** Each sector of a write arrives or not; the file may have grown over sectors that did not arrive. */
function applySome(bytes: Buffer<ArrayBuffer>, change: Change, random: Random): Buffer<ArrayBuffer> {
  if (change.kind === "truncate") return random.chance(0.5) ? apply(bytes, change) : bytes;
  const fate = random.next();
  if (fate < 0.2) return bytes;
  if (fate < 0.4) return apply(bytes, change);
  let next = random.chance(0.3) ? grow(bytes, change.offset + change.bytes.length) : bytes;
  const end = change.offset + change.bytes.length;
  for (let from = change.offset; from < end; ) {
    const to = Math.min(end, (Math.floor(from / SECTOR_BYTES) + 1) * SECTOR_BYTES);
    const part = change.bytes.subarray(from - change.offset, to - change.offset);
    if (random.chance(0.6)) next = apply(next, { kind: "write", offset: from, bytes: part });
    from = to;
  }
  return next;
}

const grow = (bytes: Buffer, length: number): Buffer<ArrayBuffer> =>
  apply(bytes, { kind: "truncate", bytes: Math.max(bytes.length, length) });
