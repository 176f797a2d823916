import type { EventPlace } from "../events/index.ts";

/** A place between two events, as text that pages are asked for with. */
export const writeCursor = ({ timeMs, position, order }: EventPlace): string =>
  Buffer.from([timeMs, position, order].join()).toString("base64url");

/** Null: it is not one of ours. */
export function readCursor(cursor: string): EventPlace | null {
  const text = Buffer.from(cursor, "base64url").toString();
  const [timeMs = 0, position = 0, order = 0] = text.split(",").map(Number);
  const isOurs =
    /^-?\d{1,16},\d{1,16},\d{1,10}$/.test(text) && [timeMs, position].every(Number.isSafeInteger);
  return isOurs ? { timeMs, position, order } : null;
}
