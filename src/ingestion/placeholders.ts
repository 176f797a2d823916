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
const LONGEST = 36;
const DEVICE = "$device:";

export function isPlaceholder(id: string): boolean {
  const bare = id.startsWith(DEVICE) ? id.slice(DEVICE.length) : id;
  if (bare.length > LONGEST + 16) return false;
  return PLACEHOLDERS.has(bare.trim().toLowerCase());
}
