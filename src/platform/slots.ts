/** So many at a time; whoever comes when all are taken is turned away at once. */
export type Slots = {
  /** Gives the slot back, or undefined when there is none. Giving it back twice is harmless. */
  take(): (() => void) | undefined;
};

export function createSlots(most: number): Slots {
  let taken = 0;
  return {
    take() {
      if (taken >= most) return undefined;
      taken += 1;
      let held = true;
      return () => {
        if (held) taken -= 1;
        held = false;
      };
    },
  };
}
