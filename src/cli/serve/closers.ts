import type { Log } from "../../platform/log.ts";

export type Closers = {
  /** What is opened later is closed earlier. */
  add(name: string, close: () => Promise<void>): void;
  /** Closes everything once, each part even when another fails to; throws the first failure in the end. */
  closeAll(): Promise<void>;
};

export function createClosers(log: Log): Closers {
  const parts: { name: string; close: () => Promise<void> }[] = [];
  let closing: Promise<void> | undefined;
  async function closeInOrder(): Promise<void> {
    const failures: unknown[] = [];
    for (const { name, close } of parts.reverse()) {
      try {
        await close();
      } catch (cause) {
        failures.push(cause);
        log.error({ part: name, err: cause }, "a part did not close cleanly");
      }
    }
    if (failures.length > 0) throw failures[0];
  }
  return {
    add(name, close) {
      parts.push({ name, close });
    },
    closeAll() {
      closing ??= closeInOrder();
      return closing;
    },
  };
}
