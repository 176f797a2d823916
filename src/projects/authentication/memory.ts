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

export function createMemory<Key, Value>(mayRemember: () => boolean): Memory<Key, Value> {
  const entries = new Map<Key, Value>();
  let generation = 0;
  return {
    get: (key) => (mayRemember() ? entries.get(key) : undefined),
    async ask(key, question) {
      const asked = generation;
      const value = await question();
      if (value !== undefined && asked === generation && mayRemember()) {
        if (entries.size >= ENTRIES_MAX) entries.clear();
        entries.set(key, value);
      }
      return value;
    },
    forget() {
      generation += 1;
      entries.clear();
    },
  };
}
