import type { FrameInput, Journal, Position } from "../../journal/index.ts";

/** The lane of profile updates: what people and servers send as they go along. */
export const PROFILE_LANE = "live";

/**
 * Appends of profile updates, and where they lie. All of them go through here, so whoever applies them knows where to look and need
 * not read the events in between a second time.
 */
export type TrackedAppends = {
  append(frames: readonly FrameInput[]): ReturnType<Journal["append"]>;
  /** From the first frame that is not applied to the last; undefined: there is none. */
  waiting(): { first: Position; last: Position } | undefined;
  /** These too: what a start finds in the journal. */
  add(first: Position, last: Position): void;
  applied(upTo: Position): void;
  /** Up to here no frame of ours is waiting or can still appear. */
  clearUpTo(): Position;
};

export function trackAppends(
  journal: Pick<Journal, "append" | "synced">,
  onAppended: () => void,
): TrackedAppends {
  /** What could be read when each append that is under way began: it will stand behind that. */
  const underWay = new Map<symbol, Position>();
  let waiting: { first: Position; last: Position } | undefined;
  const add = (first: Position, last: Position) => {
    waiting = {
      first: Math.min(first, waiting?.first ?? first),
      last: Math.max(last, waiting?.last ?? last),
    };
  };
  return {
    async append(frames) {
      const mine = Symbol("append");
      underWay.set(mine, journal.synced([PROFILE_LANE]));
      try {
        const appended = await journal.append(PROFILE_LANE, frames);
        if (appended.ok) add(appended.value.first, appended.value.last);
        return appended;
      } finally {
        underWay.delete(mine);
        onAppended();
      }
    },
    waiting: () => waiting,
    add,
    applied(upTo) {
      if (waiting === undefined) return;
      waiting = upTo >= waiting.last ? undefined : { ...waiting, first: Math.max(waiting.first, upTo + 1) };
    },
    clearUpTo: () =>
      Math.min(
        journal.synced([PROFILE_LANE]),
        ...underWay.values(),
        ...(waiting === undefined ? [] : [waiting.first - 1]),
      ),
  };
}
