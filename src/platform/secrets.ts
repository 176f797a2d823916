import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/** Randomness comes in as an argument for the same reason as the clock. */
export type Randomness = { bytes(count: number): Buffer };
export const systemRandomness: Randomness = { bytes: (count) => randomBytes(count) };

export const randomHex = (randomness: Randomness, length: number): string =>
  randomness
    .bytes(Math.ceil(length / 2))
    .toString("hex")
    .slice(0, length);

const ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** 43 characters of this alphabet carry 256 bits. Bytes past the last whole multiple of 62 are thrown away, so every character is equally likely. */
export function randomAlphanumeric(randomness: Randomness, length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomness.bytes(length)) {
      if (byte < 248 && text.length < length) text += ALPHANUMERIC[byte % 62];
    }
  }
  return text;
}

export const SECRET_LENGTH = 43;

/** A plain digest is enough for a secret of 256 random bits: there is nothing to guess, and it is checked on every request. */
export const sha256 = (text: string): Buffer => hash("sha256", text, "buffer");

export const sameDigest = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && timingSafeEqual(left, right);
