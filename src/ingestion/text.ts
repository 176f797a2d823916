/**
 * A side door into the room: what it takes to write records as text, and nothing else behind it. A thread that does so is ready in
 * 50 ms; through `index.ts` it would bring the whole room along, in more than a second and 100 MB.
 */
export { isDeviceName, isIdPlain, isInsertIdPlain, isNamePlain } from "./direct/check-ids.ts";
export type { RecordLines } from "./direct/read-lines.ts";
export { type KnownColumns, type RowName, rowNames } from "./direct/ready-rows.ts";
export { PLACE, RecordPlaces } from "./direct/record-places.ts";
export {
  COMMA,
  numberEnd,
  plainStringEnd,
  QUOTE,
} from "./direct/scan-json.ts";
export { DEFAULT_LIMITS } from "./limits.ts";
export { isPlaceholder, maybePlaceholder } from "./placeholders.ts";
export { isIdentityEvent } from "./steps/identity-events.ts";
export { isIgnored } from "./steps/ignore.ts";
