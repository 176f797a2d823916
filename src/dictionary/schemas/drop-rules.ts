import type { Clock } from "../../platform/clock.ts";
import type { DropRow } from "./entries-store.ts";

/** What ingestion must leave out. Names match exactly. */
export type DropRules = {
  readonly droppedEvents: ReadonlySet<string>;
  /** By event. */
  readonly droppedProperties: ReadonlyMap<string, ReadonlySet<string>>;
  /** Counts up with every change of the project's dictionary; 0: it never had one. */
  readonly version: number;
};

/** Without a promise when they are at hand, which they are until the dictionary changes. */
export type FindDropRules = (projectId: number) => DropRules | Promise<DropRules>;

export type DropRulesMemory = {
  find: FindDropRules;
  /** Something changed: of this project, or nobody knows of which. */
  forget(projectId?: number): void;
};

export type DropRulesDeps = {
  load(projectId: number): Promise<{ revision: number; rows: DropRow[] }>;
  /** Whether news of other nodes' changes reaches us. */
  mayRemember: () => boolean;
  clock: Clock;
};

/** Even when nothing is heard of a change, the database is asked again after this long. */
const AGE_MAX_MS = 60_000;
const PROJECTS_MAX = 10_000;

export function createDropRules({ load, mayRemember, clock }: DropRulesDeps): DropRulesMemory {
  const known = new Map<number, { rules: DropRules; until: number }>();
  const loading = new Map<number, Promise<DropRules>>();

  function remember(projectId: number, rules: DropRules): void {
    if (known.size >= PROJECTS_MAX) known.clear();
    known.set(projectId, { rules, until: clock.now() + AGE_MAX_MS });
  }

  function ask(projectId: number): Promise<DropRules> {
    const running = loading.get(projectId);
    if (running) return running;
    // Whoever forgets meanwhile takes this question off the list: its answer may be older than the change.
    const isCurrent = () => loading.get(projectId) === question;
    const question: Promise<DropRules> = load(projectId)
      .then((found) => {
        const rules = toRules(found);
        if (isCurrent()) remember(projectId, rules);
        return rules;
      })
      .catch((cause) => {
        // While the database is away nobody changes anything: the last rules hold, and events are still taken.
        const last = known.get(projectId);
        if (last) return last.rules;
        throw cause;
      })
      .finally(() => isCurrent() && loading.delete(projectId));
    loading.set(projectId, question);
    return question;
  }
  return {
    find(projectId) {
      const entry = mayRemember() ? known.get(projectId) : undefined;
      return entry !== undefined && entry.until > clock.now() ? entry.rules : ask(projectId);
    },
    forget(projectId) {
      if (projectId === undefined) {
        known.clear();
        loading.clear();
      } else {
        known.delete(projectId);
        loading.delete(projectId);
      }
    },
  };
}

function toRules({ revision, rows }: { revision: number; rows: DropRow[] }): DropRules {
  const withProperties = rows.filter(({ droppedProperties }) => droppedProperties.length > 0);
  return {
    droppedEvents: new Set(rows.filter(({ isDropped }) => isDropped).map(({ name }) => name)),
    droppedProperties: new Map(withProperties.map((row) => [row.name, new Set(row.droppedProperties)])),
    version: revision,
  };
}
