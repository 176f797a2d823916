/** A sleep that can be cut short. A ring that comes while nobody sleeps is remembered, so no wake-up is lost. */
export type Alarm = { sleep(ms: number): Promise<void>; ring(): void };

export function createAlarm(): Alarm {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    sleep(ms) {
      if (rung) {
        rung = false;
        return Promise.resolve();
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(() => wake?.(), ms);
      wake = () => {
        clearTimeout(timer);
        wake = undefined;
        rung = false;
        resolve();
      };
      return promise;
    },
    ring() {
      rung = true;
      wake?.();
    },
  };
}
