import { joinSurrogates } from "./join-surrogates.ts";

const NAME = Buffer.from("data=");
const PERCENT = 37;
const PLUS = 43;
const EQUALS = 61;
const ZERO = 48;
const PADDING_MAX = 2;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const SECOND_LAST = 62;
const LAST = 63;
/** By byte: the six bits that a letter of base64 stands for, in either alphabet; -1 for any other. */
const BITS = new Int8Array(256).fill(-1);
for (let bits = 0; bits < LETTERS.length; bits += 1) BITS[LETTERS.charCodeAt(bits)] = bits;
BITS[PLUS] = SECOND_LAST;
BITS["-".charCodeAt(0)] = SECOND_LAST;
BITS["/".charCodeAt(0)] = LAST;
BITS["_".charCodeAt(0)] = LAST;

/**
 * The bytes in a form whose only field is `data`, in base64. Undefined: it holds something else, or is written in another way, and the
 * reader of forms decides. One pass over the bytes, where that one makes three texts of them.
 */
export function decodePlainForm(form: Buffer): Buffer | undefined {
  for (let at = 0; at < NAME.length; at += 1) if (form[at] !== NAME[at]) return undefined;
  // A blank, in a form; the reader of forms puts it back, but for the ends.
  if (form[NAME.length] === PLUS || form[form.length - 1] === PLUS) return undefined;
  const stop = withoutPadding(form);
  const decoded = Buffer.allocUnsafe(form.length);
  let end = 0;
  let bits = 0;
  let letters = 0;
  for (let at = NAME.length; at < stop; at += 1) {
    let value = BITS[form[at] ?? 0] ?? -1;
    if (form[at] === PERCENT) {
      value = bitsOf(escapedAt(form, at));
      at += 2;
    }
    if (value < 0) return undefined;
    bits = (bits << 6) | value;
    letters += 1;
    if ((letters & 3) !== 0) continue;
    decoded[end++] = bits >> 16;
    decoded[end++] = bits >> 8;
    decoded[end++] = bits;
    bits = 0;
  }
  const rest = letters & 3;
  if (rest === 1) return undefined;
  if (rest === 2) decoded[end++] = bits >> 4;
  if (rest === 3) {
    decoded[end++] = bits >> 10;
    decoded[end++] = bits >> 2;
  }
  return joinSurrogates(decoded.subarray(0, end));
}

/** Where the letters end. */
function withoutPadding(form: Buffer): number {
  let stop = form.length;
  for (let count = 0; count < PADDING_MAX; count += 1) {
    if (form[stop - 1] === EQUALS) stop -= 1;
    else if (escapedAt(form, stop - 3) === 0x3d) stop -= 3;
  }
  return stop;
}

/** The byte that `%` and two digits spell here; -1 when they do not. */
function escapedAt(form: Buffer, at: number): number {
  if (form[at] !== PERCENT) return -1;
  const high = (form[at + 1] ?? 0) - ZERO;
  const low = (form[at + 2] ?? 0) | 0x20;
  if (high < 2 || high > 5) return -1;
  // Of the letters that forms escape, each ends in one of these.
  return low >= 0x61 && low <= 0x66 ? high * 16 + low - 0x61 + 10 : -1;
}

function bitsOf(letter: number): number {
  if (letter === 0x2b || letter === 0x2d) return SECOND_LAST;
  return letter === 0x2f || letter === 0x5f ? LAST : -1;
}
