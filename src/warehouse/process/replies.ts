import { ConnectorError } from "../connector.ts";
import type { ConnectorProcess } from "./connector-process.ts";
import { type Frame, KIND, readJson } from "./frames.ts";

/** Waits for a reply. When the time is over, `late` has to make it fail. */
export async function within<T>(reply: Promise<T>, ms: number, late: () => void): Promise<T> {
  // Timers of more than 24 days fire at once.
  const timer = setTimeout(late, Math.min(ms, TIMER_MAX_MS));
  try {
    return await reply;
  } finally {
    clearTimeout(timer);
  }
}
const TIMER_MAX_MS = 2 ** 31 - 1;

/** The value of a reply, checked. A reply of the wrong shape ends the session. */
export function resultOf<T>(child: ConnectorProcess, frame: Frame, decode: (value: unknown) => T): T {
  try {
    if (frame.kind !== KIND.result) throw new TypeError("no result where one is due");
    return decode(readJson(frame));
  } catch (cause) {
    throw confused(child, cause);
  }
}

export function confused(child: ConnectorProcess, cause: unknown): ConnectorError {
  const error = new ConnectorError("driver_failed", "the driver's reply has the wrong shape", { cause });
  child.fail(error);
  return error;
}
