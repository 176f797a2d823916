import type { Clock } from "../../platform/clock.ts";
import type { ReadRules } from "./read-rules.ts";
import type { DictionaryRules, FindRules } from "./rules.ts";

export type RulesMemory = {
  find: FindRules;
  /** Something changed: of this project, or nobody knows of which. */
  forget(projectId?: number): void;
};

export type RulesMemoryDeps = {
  read(projectId: number, before: ReadRules | undefined): Promise<ReadRules>;
  /** Whether news of other nodes' changes reaches us. */
  mayRemember: () => boolean;
  clock: Clock;
};

type Known = { read: ReadRules; until: number; isOutdated: boolean };

/** Even when nothing is heard of a change, the database is asked again after this long. */
const AGE_MAX_MS = 60_000;
const PROJECTS_MAX = 10_000;
/** Bytes of what is declared, all projects together. The project asked for last always stays. */
const SIZE_MAX = 128 * 1024 * 1024;

export function createRulesMemory({ read, mayRemember, clock }: RulesMemoryDeps): RulesMemory {
  const known = new Map<number, Known>();
  const reading = new Map<number, Promise<DictionaryRules>>();
  let size = 0;

  function remove(projectId: number): void {
    size -= known.get(projectId)?.read.size ?? 0;
    known.delete(projectId);
  }

  function remember(projectId: number, found: ReadRules): void {
    remove(projectId);
    for (const oldest of known.keys()) {
      if (known.size < PROJECTS_MAX && size + found.size <= SIZE_MAX) break;
      remove(oldest);
    }
    size += found.size;
    known.set(projectId, { read: found, until: clock.now() + AGE_MAX_MS, isOutdated: false });
  }

  function ask(projectId: number): Promise<DictionaryRules> {
    const running = reading.get(projectId);
    if (running) return running;
    // Whoever forgets meanwhile takes this question off the list: its answer may be older than the change.
    const isCurrent = () => reading.get(projectId) === question;
    const question: Promise<DictionaryRules> = read(projectId, known.get(projectId)?.read)
      .then((found) => {
        if (isCurrent()) remember(projectId, found);
        return found.rules;
      })
      .catch((cause) => {
        // While the database is away nobody changes anything: the last rules hold, and events are still taken.
        const last = known.get(projectId);
        if (last && !last.isOutdated) return last.read.rules;
        throw cause;
      })
      .finally(() => isCurrent() && reading.delete(projectId));
    reading.set(projectId, question);
    return question;
  }

  function outdate(projectId: number): void {
    const last = known.get(projectId);
    // What did not change since need not be read again.
    if (last) known.set(projectId, { ...last, until: 0, isOutdated: true });
  }

  return {
    find(projectId) {
      const entry = mayRemember() ? known.get(projectId) : undefined;
      return entry !== undefined && entry.until > clock.now() ? entry.read.rules : ask(projectId);
    },
    forget(projectId) {
      if (projectId === undefined) {
        for (const each of known.keys()) outdate(each);
        reading.clear();
      } else {
        outdate(projectId);
        reading.delete(projectId);
      }
    },
  };
}
