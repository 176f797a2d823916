/**
 * FNV-1a, 64 bits, as two halves of 32: the clients' own evaluators use big integers, which take forty times as long. The state goes on
 * from text to text, so what many hashes begin with is worked out once.
 */
export type HashState = { high: number; low: number };

const BASIS_HIGH = 0xcbf29ce4;
const BASIS_LOW = 0x84222325;
/** The prime is 2^40 + 435. */
const PRIME_LOW = 435;

const encoder = new TextEncoder();
export const utf8 = (text: string): Uint8Array => encoder.encode(text);

export const hashStart = (): HashState => ({ high: BASIS_HIGH, low: BASIS_LOW });

/** Takes bytes into `into`, which may be `from` itself. */
export function hashOn(from: HashState, bytes: Uint8Array, into: HashState): HashState {
  let { high, low } = from;
  for (let index = 0; index < bytes.length; index += 1) {
    low ^= bytes[index] as number;
    // What the product of the low half carries over: beside the chain of multiplications, so nothing waits for it.
    const lower = Math.imul(low & 0xffff, PRIME_LOW) >>> 16;
    const carry = (Math.imul(low >>> 16, PRIME_LOW) + lower) >>> 16;
    // 2^40 times the low half lands in the high half, moved by 8 bits.
    high = (Math.imul(high, PRIME_LOW) + carry + (low << 8)) | 0;
    low = Math.imul(low, PRIME_LOW);
  }
  into.high = high;
  into.low = low;
  return into;
}

/** The hash modulo 100, which is the bucket: 2^32 is 96 modulo 100. */
export const bucketOf = ({ high, low }: HashState): number =>
  (((high >>> 0) % 100) * 96 + ((low >>> 0) % 100)) % 100;

/** The 64 bits, for whoever wants to see them. */
export const hashHex = ({ high, low }: HashState): string =>
  [high, low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");

/** Where a subject falls: 0.00 to 0.99. */
export function normalizedHash(key: string, salt: string): number {
  const state = hashStart();
  return bucketOf(hashOn(state, utf8(key + salt), state)) / 100;
}
