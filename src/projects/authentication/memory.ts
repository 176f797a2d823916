import type { Clock } from "../../platform/clock.ts";

/** Even when nothing is heard of a change, an answer is asked for again after this long. */
const AGE_MAX_MS = 60_000;

/**
 * Remembers answers of the control database until something changes. `generation` closes a gap: an answer read before a change
 * and arriving after it must not be remembered.
 */
export type Memory<Key, Value> = {
  get(key: Key): Value | undefined;
  /** Asks and remembers, unless everything was forgotten meanwhile or the answer is undefined. */
  ask(key: Key, question: () => Promise<Value | undefined>): Promise<Value | undefined>;
  forget(): void;
};

const ENTRIES_MAX = 10_000;

export function createMemory<Key, Value>(mayRemember: () => boolean, clock: Clock): Memory<Key, Value> {
  const entries = new Map<Key, { value: Value; until: number }>();
  let generation = 0;
  return {
    get(key) {
      const entry = mayRemember() ? entries.get(key) : undefined;
      return entry !== undefined && entry.until > clock.now() ? entry.value : undefined;
    },
    async ask(key, question) {
      const asked = generation;
      const value = await question();
      if (value !== undefined && asked === generation && mayRemember()) {
        if (entries.size >= ENTRIES_MAX) entries.clear();
        entries.set(key, { value, until: clock.now() + AGE_MAX_MS });
      }
      return value;
    },
    forget() {
      generation += 1;
      entries.clear();
    },
  };
}
