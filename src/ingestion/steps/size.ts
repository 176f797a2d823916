import { refuse, type Step } from "../draft.ts";

/** One event must stay below a mebibyte of JSON. A body that is smaller as a whole needs no look at its records. */
export const size: Step = {
  name: "size",
  run({ record }, { limits, sizeIsSound }) {
    if (sizeIsSound || sizeOf(record) < limits.eventMaxBytes) return undefined;
    return refuse(
      "event_too_large",
      "properties",
      `'properties' is invalid: the event must be smaller than ${limits.eventMaxBytes} bytes`,
    );
  },
};

/** What is nested deeper than the stack, in a part of the record that nobody asked for, cannot be measured: too large. */
function sizeOf(record: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(record));
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
