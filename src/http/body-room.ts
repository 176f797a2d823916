/** How much of all bodies may be on the way in at once: many large ones together must not fill the memory. */
export type BodyRoom = {
  /** Answers how to leave, or nothing when there is no room. */
  enter(bytes: number): (() => void) | undefined;
};

export function createBodyRoom(bytesMax: number): BodyRoom {
  let taken = 0;
  return {
    enter(bytes) {
      // One always fits, whatever its size: its own limit has let it pass.
      if (taken > 0 && taken + bytes > bytesMax) return undefined;
      taken += bytes;
      let left = false;
      return () => {
        if (!left) taken -= bytes;
        left = true;
      };
    },
  };
}
