import { refuse, type Step } from "../draft.ts";

/** One event must stay below a mebibyte of JSON. A body that is smaller as a whole needs no look at its records. */
export const size: Step = {
  name: "size",
  run({ record }, { limits, sizeIsSound }) {
    if (sizeIsSound || Buffer.byteLength(JSON.stringify(record)) < limits.eventMaxBytes) return undefined;
    return refuse(
      "event_too_large",
      "properties",
      `'properties' is invalid: the event must be smaller than ${limits.eventMaxBytes} bytes`,
    );
  },
};
