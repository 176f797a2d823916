/** Readers that wait for more. They are woken after every sync and look for themselves whether it concerns them. */
export function createWaiters() {
  const waiting = new Set<() => void>();
  return {
    wake(): void {
      for (const look of [...waiting]) look();
    },
    /** True when `isReady`; false when `isOver`, or when the signal is aborted first. */
    wait(isReady: () => boolean, isOver: () => boolean, signal?: AbortSignal): Promise<boolean> {
      return new Promise((resolve) => {
        const look = (): void => {
          const ready = isReady();
          if (!ready && !isOver() && !signal?.aborted) return;
          waiting.delete(look);
          signal?.removeEventListener("abort", look);
          resolve(ready);
        };
        waiting.add(look);
        signal?.addEventListener("abort", look);
        look();
      });
    },
  };
}
