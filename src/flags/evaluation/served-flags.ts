import type { Clock } from "../../platform/clock.ts";
import { fillRuleset } from "../fill-ruleset.ts";
import type { Flag, Ruleset } from "../types.ts";
import { variantsOf } from "../variant-order.ts";
import { type CompiledFlag, compileFlag } from "./compile-flag.ts";

/** What is served of a project's flags. */
export type ServedFlags = {
  /** By key. */
  flags: ReadonlyMap<string, CompiledFlag>;
  /** For clients that evaluate locally. Test users are people: `public` leaves them out. */
  definitions: { complete: string; public: string };
};

export type ServedFlagsMemory = {
  find(projectId: number): ServedFlags | Promise<ServedFlags>;
  /** Something changed: of this project, or nobody knows of which. */
  forget(projectId?: number): void;
};

/** Even when nothing is heard of a change, the database is asked again after this long. */
const AGE_MAX_MS = 60_000;
const PROJECTS_MAX = 1_000;

/** Flags are decided without the database: they are remembered until they change. */
export function createServedFlags(deps: {
  load(projectId: number): Promise<Flag[]>;
  /** Whether news of other nodes' changes reaches us. */
  mayRemember: () => boolean;
  clock: Clock;
}): ServedFlagsMemory {
  const known = new Map<number, { served: ServedFlags; until: number }>();
  const loading = new Map<number, Promise<ServedFlags>>();

  function ask(projectId: number): Promise<ServedFlags> {
    const running = loading.get(projectId);
    if (running) return running;
    // Whoever forgets meanwhile takes this question off the list: its answer may be older than the change.
    const isCurrent = () => loading.get(projectId) === question;
    const question: Promise<ServedFlags> = deps
      .load(projectId)
      .then((flags) => {
        const served = serve(flags);
        if (!isCurrent()) return served;
        if (known.size >= PROJECTS_MAX) known.clear();
        known.set(projectId, { served, until: deps.clock.now() + AGE_MAX_MS });
        return served;
      })
      .finally(() => isCurrent() && loading.delete(projectId));
    loading.set(projectId, question);
    return question;
  }

  return {
    find(projectId) {
      const entry = deps.mayRemember() ? known.get(projectId) : undefined;
      return entry !== undefined && entry.until > deps.clock.now() ? entry.served : ask(projectId);
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

const serve = (flags: readonly Flag[]): ServedFlags => ({
  flags: new Map(flags.map((flag) => [flag.key, compileFlag(flag)])),
  definitions: {
    complete: JSON.stringify({ flags: flags.filter(isLocal).map(toDefinition) }),
    public: JSON.stringify({ flags: flags.filter(isLocal).map(withoutTestUsers).map(toDefinition) }),
  },
});

const isLocal = ({ servingMethod }: Flag): boolean =>
  servingMethod === "server" || servingMethod === "remote_or_local";

function withoutTestUsers(flag: Flag): Flag {
  const { test: _, ...ruleset } = flag.ruleset;
  return { ...flag, ruleset };
}

/** Complete and in the order in which variants are walked: clients that sort and clients that do not then agree. */
function definedRuleset(flag: Flag): Ruleset {
  const ruleset = fillRuleset(flag.ruleset);
  return { ...ruleset, variants: variantsOf({ ...flag, ruleset }) };
}

const toDefinition = (flag: Flag) => ({
  id: flag.id,
  name: flag.name,
  key: flag.key,
  status: flag.status,
  project_id: flag.projectId,
  workspace_id: flag.workspaceId,
  ruleset: definedRuleset(flag),
  context: flag.context,
  ...(flag.experimentId === null ? {} : { experiment_id: flag.experimentId }),
  ...(flag.isExperimentActive === null ? {} : { is_experiment_active: flag.isExperimentActive }),
  ...(flag.hashSalt === null ? {} : { hash_salt: flag.hashSalt }),
});
