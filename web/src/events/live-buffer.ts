import type { ShownEvent } from "./shown-event.ts";

/** What the live list holds: rows in sight, and those that wait because somebody reads. Newest first in both. */
export type LiveBuffer = {
  shown: readonly ShownEvent[];
  waiting: readonly ShownEvent[];
  /** Events that fell out of what waits, unseen. */
  lost: number;
};

export const EMPTY_BUFFER: LiveBuffer = { shown: [], waiting: [], lost: 0 };

/** More rows than these nobody reads, and older ones are found by a search. */
export const ROWS_MAX = 500;

export type LiveChange =
  | { kind: "arrived"; events: readonly ShownEvent[]; held: boolean }
  | { kind: "show" }
  | { kind: "clear" };

export function changeBuffer(buffer: LiveBuffer, change: LiveChange): LiveBuffer {
  switch (change.kind) {
    case "clear":
      return EMPTY_BUFFER;
    case "show":
      return { shown: [...buffer.waiting, ...buffer.shown].slice(0, ROWS_MAX), waiting: [], lost: 0 };
    case "arrived": {
      const arrived = [...change.events].reverse();
      if (!change.held) {
        const shown = [...arrived, ...buffer.waiting, ...buffer.shown].slice(0, ROWS_MAX);
        return { shown, waiting: [], lost: 0 };
      }
      const waiting = [...arrived, ...buffer.waiting];
      return {
        ...buffer,
        waiting: waiting.slice(0, ROWS_MAX),
        lost: buffer.lost + Math.max(0, waiting.length - ROWS_MAX),
      };
    }
  }
}

export const waitingCount = ({ waiting, lost }: LiveBuffer): number => waiting.length + lost;
