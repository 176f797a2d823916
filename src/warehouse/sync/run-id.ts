import type { Randomness } from "../../platform/secrets.ts";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_LENGTH = 10;
const RANDOM_BYTES = 16;

/** A ULID: sorts by time, stands in a path as it is. */
export function newRunId(nowMs: number, randomness: Randomness): string {
  let time = "";
  for (let rest = nowMs; time.length < TIME_LENGTH; rest = Math.floor(rest / 32))
    time = ALPHABET[rest % 32] + time;
  let random = "";
  for (const byte of randomness.bytes(RANDOM_BYTES)) random += ALPHABET[byte % 32];
  return time + random;
}
