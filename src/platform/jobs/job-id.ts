import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../clock.ts";

const SEQUENCE_MAX = 0xfff;

/**
 * Ids that sort in the order they were made (UUID version 7 with a counter): two jobs sent in one transaction carry
 * the same moment, and only their ids tell which came first. Node's own version 7 ids are not ordered within a millisecond.
 */
export function jobIds(clock: Clock): () => string {
  let lastMs = 0;
  let sequence = 0;
  return () => {
    const now = clock.now();
    if (now > lastMs) {
      lastMs = now;
      sequence = 0;
    } else if (++sequence > SEQUENCE_MAX) {
      lastMs += 1;
      sequence = 0;
    }
    const time = lastMs.toString(16).padStart(12, "0");
    return toUuid(`${time}7${sequence.toString(16).padStart(3, "0")}${variant(randomBytes(8))}`);
  };
}

/** The same parts always give the same id, so that a second insert of one schedule slot meets the primary key. */
export function derivedId(...parts: readonly string[]): string {
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest();
  const head = digest.toString("hex", 0, 8);
  return toUuid(`${head.slice(0, 12)}8${head.slice(13)}${variant(digest.subarray(8, 16))}`);
}

function variant(bytes: Buffer): string {
  const copy = Buffer.from(bytes);
  copy[0] = ((copy[0] ?? 0) & 0x3f) | 0x80;
  return copy.toString("hex");
}

const toUuid = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
