import type { Kysely } from "kysely";
import type { ControlTables } from "../platform/control-db/index.ts";
import { flagsStore } from "./flags-store.ts";
import type { Ruleset } from "./types.ts";

/** A rule set without these test users, and how many of them it had. */
export function withoutTesters(
  ruleset: Ruleset,
  ids: ReadonlySet<string>,
): { ruleset: Ruleset; count: number } {
  const users = Object.entries(ruleset.test?.users ?? {});
  const others = users.filter(([id]) => !ids.has(id));
  if (others.length === users.length) return { ruleset, count: 0 };
  return {
    ruleset: { ...ruleset, test: { ...ruleset.test, users: Object.fromEntries(others) } },
    count: users.length - others.length,
  };
}

/** Test users are named by their ids, so erasing a person reaches the rules of flags, those that are off or archived included. */
export function testerErasing(db: Kysely<ControlTables>, forget: (projectId: number) => void) {
  return {
    async erase(projectId: number, ids: readonly string[]): Promise<number> {
      const erased = await db.transaction().execute(async (tx) => {
        const store = flagsStore(tx);
        let count = 0;
        for (const flag of await store.lockAll(projectId)) {
          const left = withoutTesters(flag.ruleset, new Set(ids));
          count += left.count;
          // `modified` stays: to an experiment that ended, another one would mean that somebody edited the flag by hand.
          if (left.count > 0) await store.save({ ...flag, ruleset: left.ruleset });
        }
        return count;
      });
      if (erased > 0) forget(projectId);
      return erased;
    },
    async count(projectId: number, ids: readonly string[], before: Date): Promise<number> {
      const flags = await flagsStore(db).ofProject(projectId);
      return flags
        .filter(({ modifiedAt }) => modifiedAt < before)
        .reduce((sum, { ruleset }) => sum + withoutTesters(ruleset, new Set(ids)).count, 0);
    },
  };
}
