import type { Kysely } from "kysely";
import { type Ruleset, withoutTesters } from "../../flags/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { experimentsStore } from "../record/experiments-store.ts";
import type { Cache } from "../record/types.ts";
import type { FlagNote } from "./flag-effect.ts";

/** A decided experiment remembers the rules its flag had before, test users included. Asked for after the flags themselves. */
export function rememberedErasing(db: Kysely<ControlTables>) {
  const find = async (
    store: ReturnType<typeof experimentsStore>,
    projectId: number,
    ids: readonly string[],
  ) =>
    (await store.ofProject(projectId)).flatMap((experiment) => {
      const { cache, count } = withoutRemembered(experiment.resultsCache, new Set(ids));
      return count === 0 ? [] : [{ experiment, cache, count }];
    });
  return {
    erase: (projectId: number, ids: readonly string[]): Promise<number> =>
      db.transaction().execute(async (tx) => {
        const store = experimentsStore(tx);
        await store.lockProject(projectId);
        const found = await find(store, projectId, ids);
        for (const { experiment, cache } of found)
          await store.saveCaches(experiment, { exposures: experiment.exposuresCache, results: cache });
        return found.reduce((sum, { count }) => sum + count, 0);
      }),
    async count(projectId: number, ids: readonly string[], before: Date): Promise<number> {
      const found = await find(experimentsStore(db), projectId, ids);
      return found
        .filter(({ experiment }) => experiment.modifiedAt < before)
        .reduce((sum, { count }) => sum + count, 0);
    },
  };
}

type Remembered = { $flag?: FlagNote; decision?: { previous_ruleset?: Ruleset | null } };

function withoutRemembered(cache: Cache, ids: ReadonlySet<string>): { cache: Cache; count: number } {
  const { $flag: note, decision } = cache as Remembered;
  const base = note && withoutTesters(note.base.ruleset, ids);
  const previous = decision?.previous_ruleset && withoutTesters(decision.previous_ruleset, ids);
  return {
    count: (base?.count ?? 0) + (previous?.count ?? 0),
    cache: {
      ...cache,
      ...(base ? { $flag: { ...note, base: { ruleset: base.ruleset } } } : {}),
      ...(previous ? { decision: { ...decision, previous_ruleset: previous.ruleset } } : {}),
    },
  };
}
