/** Bounds what bodies become once they are unpacked: a few kilobytes may turn into the largest body allowed. */
export type Unpacking = {
  /** Runs `unpack` when its turn has come, then `work` once there is room for what came out. */
  run<Plain, Value>(
    unpack: () => Promise<Plain>,
    bytesOf: (plain: Plain) => number,
    work: (plain: Plain) => Promise<Value>,
  ): Promise<Value>;
};

export type UnpackingSettings = {
  /** Bodies unpacked at the same time; more would only share the same cores. */
  atOnce: number;
  /** Unpacked bytes on their way through the checks and into the journal. One body always fits. */
  bytesMax: number;
};

export const UNPACKING: UnpackingSettings = { atOnce: 4, bytesMax: 64 * 1024 * 1024 };

export function createUnpacking({ atOnce, bytesMax }: UnpackingSettings = UNPACKING): Unpacking {
  const turns = createLine(atOnce);
  const room = createLine(bytesMax);
  return {
    async run(unpack, bytesOf, work) {
      await turns.enter(1);
      let size = 0;
      let plain: Awaited<ReturnType<typeof unpack>>;
      try {
        plain = await unpack();
        size = bytesOf(plain);
        // Whoever waits here still holds its turn, so that no more pile up unpacked.
        await room.enter(size);
      } finally {
        turns.leave(1);
      }
      try {
        return await work(plain);
      } finally {
        room.leave(size);
      }
    },
  };
}

/** So much fits; whoever comes first goes first, and one alone always fits. */
function createLine(capacity: number) {
  let taken = 0;
  const waiting: { amount: number; go: () => void }[] = [];
  const fits = (amount: number) => taken === 0 || taken + amount <= capacity;
  return {
    enter(amount: number): Promise<void> {
      if (waiting.length > 0 || !fits(amount)) return new Promise((go) => waiting.push({ amount, go }));
      taken += amount;
      return Promise.resolve();
    },
    leave(amount: number): void {
      taken -= amount;
      for (let next = waiting[0]; next && fits(next.amount); next = waiting[0]) {
        waiting.shift();
        // Taken here and not when it wakes up: others may ask before that.
        taken += next.amount;
        next.go();
      }
    },
  };
}
