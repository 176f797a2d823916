import { type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import type { Randomness } from "../../platform/secrets.ts";

/**
 * scrypt with 32 MiB and three passes: as costly to guess as 128 MiB in one, in a quarter of the memory. 0.2 s on one core of a small
 * machine. Each hash carries its numbers, so that they can be raised without asking anybody for a new password.
 */
const COST = { N: 32_768, r: 8, p: 3 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** Above what any of our own numbers need; one hash from elsewhere must not take the server's memory. */
const MEMORY_MAX_BYTES = 128 * 1024 * 1024;

export async function hashPassword(password: string, randomness: Randomness): Promise<string> {
  const salt = randomness.bytes(SALT_BYTES);
  const key = await derive(password, salt, KEY_BYTES, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64"), key.toString("base64")].join("$");
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [kind, n, r, p, salt = "", key = ""] = hash.split("$");
  if (kind !== "scrypt") return false;
  const expected = Buffer.from(key, "base64");
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  const given = await derive(password, Buffer.from(salt, "base64"), expected.length, cost);
  return expected.length === KEY_BYTES && timingSafeEqual(given, expected);
}

/** The same characters typed on another keyboard may be other bytes; NFKC makes them one. */
function derive(password: string, salt: Buffer, bytes: number, cost: ScryptOptions): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(password.normalize("NFKC"), salt, bytes, { ...cost, maxmem: MEMORY_MAX_BYTES }, (failure, key) =>
    failure === null ? resolve(key) : reject(failure),
  );
  return promise;
}
