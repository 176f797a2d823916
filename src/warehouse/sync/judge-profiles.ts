import type { Cell } from "../connector.ts";
import { differingNames } from "./differing-names.ts";
import { idOf, profileMapper } from "./map-profile.ts";
import type { ProfilePlan } from "./profile-plan.ts";
import { profileRowsStore } from "./profile-rows-store.ts";
import { profilesOf } from "./profiles-of.ts";
import type { Verifying } from "./verifying.ts";

/** `isEqual`: the import has brought the id, and its profile is as the row says. */
export type Verdict = { isEqual: boolean; isWritten: boolean; properties: string[] | null };
export type JudgeProfiles = (rows: readonly Cell[][]) => Promise<Verdict[]>;

/** Holds rows against the profiles of their ids; a verdict for each, in their order. */
export function profileJudge(verifying: Verifying, plan: ProfilePlan): JudgeProfiles {
  const { deps, import: one } = verifying;
  const map = profileMapper(plan, () => undefined);
  return async (rows) => {
    const ids = [...new Set(rows.map((row) => idOf(row, plan)))];
    const profiles = await profilesOf(verifying, ids);
    const written = await profileRowsStore(deps.db).find(one.id, ids);
    return rows.map((row) => {
      const id = idOf(row, plan);
      const before = written.get(id);
      const wasSet = plan.unsets ? (before?.names ?? []) : [];
      const names = differingNames(map(row), wasSet, profiles.get(id));
      // A row that the import has not brought yet is a difference, even if somebody else wrote the same.
      const isWritten = before !== undefined;
      return { isEqual: isWritten && names?.length === 0, isWritten, properties: isWritten ? names : null };
    });
  };
}
