/** Ids that are the trace of a bug in a client, not of a person. */
const PLACEHOLDERS = new Set([
  "00000000-0000-0000-0000-000000000000",
  "anon",
  "anonymous",
  "nil",
  "none",
  "null",
  "n/a",
  "na",
  "undefined",
  "unknown",
  "<nil>",
  "0",
  "-1",
  "true",
  "false",
  "[]",
  "{}",
]);
/** All are this short, except the one that is an empty UUID. */
const SHORT_MAX = 9;
const UUID_LENGTH = 36;
const DEVICE = "$device:";
const BLANK = 32;

export function isPlaceholder(id: string): boolean {
  const bare = id.startsWith(DEVICE) ? id.slice(DEVICE.length) : id;
  const { length } = bare;
  // Nearly every id ends here: too long, and without blanks around it that would make it shorter.
  if (length > SHORT_MAX && length !== UUID_LENGTH && !isBlank(bare, 0) && !isBlank(bare, length - 1)) {
    return false;
  }
  return PLACEHOLDERS.has(bare.trim().toLowerCase());
}

/** At most: everything that trimming takes away, and more. */
const isBlank = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code <= BLANK || code > 127;
};

const DOLLAR = 36;
const ZERO = 48;
/** By the first two characters, in small letters. */
const beginning = (first: number, second: number): number => ((first | 32) << 7) | ((second | 32) & 127);
const BEGINNINGS = new Uint8Array(1 << 14);
for (const text of PLACEHOLDERS) BEGINNINGS[beginning(text.charCodeAt(0), text.charCodeAt(1) || 0)] = 1;

/** The same for an id that is still bytes, at a guess: false for nearly every id, which then needs no string made of it. */
export function maybePlaceholder(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  const first = bytes[start] ?? 0;
  const last = bytes[end - 1] ?? 0;
  if (first <= BLANK || first > 126 || last <= BLANK || last > 126 || first === DOLLAR) return true;
  if (length === UUID_LENGTH) return first === ZERO && bytes[start + 14] === ZERO && last === ZERO;
  if (length > SHORT_MAX) return false;
  return BEGINNINGS[beginning(first, length > 1 ? (bytes[start + 1] ?? 0) : 0)] === 1;
}
