export const QUOTE = 34;
export const COMMA = 44;
export const COLON = 58;
export const OPEN = 123;
export const CLOSE = 125;
export const OPEN_LIST = 91;
export const CLOSE_LIST = 93;
const BACKSLASH = 92;
const BLANK = 32;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
/** A double holds any number of so many digits. */
const DIGITS_MAX = 15;
/** So many say which double is meant, and every reader of a fraction finds the nearest. Whole numbers are integers to some. */
const FRACTION_DIGITS_MAX = 17;

/**
 * Places in JSON text, found without making anything of it. All answer where the thing ends, or -1 for whatever is not plain enough:
 * that is then left to the parser, which knows all of JSON. Past the end of the bytes stands a zero, which is no part of anything.
 * `migration/text/scanner/ends.as` keeps to the same rules.
 */

export function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const code = bytes[at] ?? 0;
    if (code !== BLANK && code !== 10 && code !== 13 && code !== 9) return at;
    at += 1;
  }
}

/** The closing quote of a string without escapes that begins behind its opening quote. */
export function plainStringEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const code = bytes[at] ?? 0;
    if (code === QUOTE) return at;
    if (code < BLANK || code === BACKSLASH) return -1;
    at += 1;
  }
}

/** The closing quote of a string. Escapes are fine as long as they stand for whole characters: halves may not fit together. */
export function stringEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const code = bytes[at] ?? 0;
    if (code === QUOTE) return at;
    if (code < BLANK) return -1;
    if (code === BACKSLASH) {
      at = escapeEnd(bytes, at + 1);
      if (at < 0) return -1;
    } else {
      at += 1;
    }
  }
}

const SIMPLE_ESCAPES = new Uint8Array(256);
for (const letter of '"\\/bfnrt') SIMPLE_ESCAPES[letter.charCodeAt(0)] = 1;
const LETTER_U = 117;

function escapeEnd(bytes: Uint8Array, at: number): number {
  const code = bytes[at] ?? 0;
  if (SIMPLE_ESCAPES[code] === 1) return at + 1;
  if (code !== LETTER_U) return -1;
  for (let i = 1; i <= 4; i += 1) if (hexDigit(bytes[at + i] ?? 0) < 0) return -1;
  // D800 to DFFF are halves of characters.
  const isHalf = hexDigit(bytes[at + 1] ?? 0) === 13 && hexDigit(bytes[at + 2] ?? 0) >= 8;
  return isHalf ? -1 : at + 5;
}

function hexDigit(code: number): number {
  if (code >= ZERO && code <= NINE) return code - ZERO;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** Behind a number without an exponent, and without more digits than a double has: its text says exactly what a double would. */
export function numberEnd(bytes: Uint8Array, from: number): number {
  let at = bytes[from] === MINUS ? from + 1 : from;
  const first = bytes[at] ?? 0;
  // A zero may only stand alone or before a point; after a minus it may be the zero that has a sign.
  if (first === ZERO && at > from) return -1;
  const start = at;
  at = digitsEnd(bytes, at);
  let digits = at - start;
  let digitsMax = DIGITS_MAX;
  if (digits === 0 || (first === ZERO && digits > 1)) return -1;
  if (bytes[at] === POINT) {
    const fraction = at + 1;
    at = digitsEnd(bytes, fraction);
    if (at === fraction) return -1;
    digits = (first === ZERO ? 0 : digits) + at - fraction;
    digitsMax = FRACTION_DIGITS_MAX;
  }
  const next = (bytes[at] ?? 0) | 32;
  return digits > digitsMax || next === 101 ? -1 : at;
}

function digitsEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const code = bytes[at] ?? 0;
    if (code < ZERO || code > NINE) return at;
    at += 1;
  }
}

/** Behind `true` or `false`. */
export function booleanEnd(bytes: Uint8Array, from: number): number {
  const isTrue = bytes[from] === 116;
  const word = isTrue ? TRUE : FALSE;
  for (let i = 0; i < word.length; i += 1) if (bytes[from + i] !== word[i]) return -1;
  return from + word.length;
}

const TRUE = Buffer.from("true");
const FALSE = Buffer.from("false");

/** Behind the object that begins here, whatever is in it, as far as brackets and quotes can tell. */
export function objectEnd(bytes: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const code = bytes[at];
    if (code === QUOTE) {
      at = anyStringEnd(bytes, at + 1);
      if (at < 0) return -1;
    } else if (code === OPEN) {
      depth += 1;
    } else if (code === CLOSE) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function anyStringEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    const code = bytes[at];
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return -1;
}
