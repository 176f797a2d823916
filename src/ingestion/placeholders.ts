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
