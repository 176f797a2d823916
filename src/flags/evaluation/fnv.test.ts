import { expect, test } from "vitest";
import { bucketOf, hashHex, hashOn, hashStart, normalizedHash, utf8 } from "./fnv.ts";

const hash = (text: string): string => hashHex(hashOn(hashStart(), utf8(text), hashStart()));

test.each([
  ["", "cbf29ce484222325"],
  ["a", "af63dc4c8601ec8c"],
  ["foobar", "85944171f73967e8"],
])("FNV-1a of '%s' is that of the internet draft", (text, expected) => {
  expect(hash(text)).toBe(expected);
});

test.each([
  ["abc", "variant", 0.72],
  ["def", "variant", 0.21],
  ["user123", "new_checkout_flowrollout", 0.27],
  ["user123", "new_checkout_flowvariant", 0.59],
  ["beyoncé", "salt", 0.15],
])("the bucket of '%s' with the salt '%s' is %d", (key, salt, expected) => {
  expect(normalizedHash(key, salt)).toBe(expected);
});

/** As the published clients do it. */
function withBigIntegers(text: string): bigint {
  let state = 0xcbf29ce484222325n;
  for (const byte of utf8(text)) state = ((state ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return state;
}

test("halves and big integers agree on every text", () => {
  for (let n = 0; n < 2_000; n += 1) {
    const text = `${n * 7_919} ü ${"x".repeat(n % 40)}`;
    const state = hashOn(hashStart(), utf8(text), hashStart());
    expect(BigInt(`0x${hashHex(state)}`)).toBe(withBigIntegers(text));
    expect(BigInt(bucketOf(state))).toBe(withBigIntegers(text) % 100n);
  }
});

test("a hash that goes on from a part is the hash of the whole", () => {
  const part = hashOn(hashStart(), utf8("user-1"), hashStart());
  expect(hashHex(hashOn(part, utf8("salt"), hashStart()))).toBe(hash("user-1salt"));
});

test("a hundred thousand ids fall evenly: every bucket within 15 %", () => {
  const counts = new Array<number>(100).fill(0);
  for (let n = 0; n < 100_000; n += 1) {
    const bucket = Math.round(normalizedHash(`user-${n}`, "checkoutvariant") * 100);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  expect(Math.min(...counts)).toBeGreaterThan(850);
  expect(Math.max(...counts)).toBeLessThan(1150);
});
