import type { JudgeProfiles } from "./judge-profiles.ts";
import { idOf } from "./map-profile.ts";
import type { ProfilePlan } from "./profile-plan.ts";
import type { Verifying } from "./verifying.ts";

/** Of these ids those that have a row, with blanks around its id or without, that the profile equals. Reads the table once more. */
export async function equalElsewhere(
  { session, import: one, signal }: Verifying,
  plan: ProfilePlan,
  judge: JudgeProfiles,
  ids: ReadonlyMap<string, unknown>,
): Promise<Set<string>> {
  const equal = new Set<string>();
  const list = plan.columns.map((column) => session.dialect.select(column)).join();
  const sql = `select ${list} from ${session.dialect.table(one.table)}`;
  for await (const rows of session.stream(sql, plan.columns)) {
    signal.throwIfAborted();
    const asked = rows.filter((row) => ids.has(idOf(row, plan)));
    const verdicts = await judge(asked);
    for (const [at, row] of asked.entries()) if (verdicts[at]?.isEqual) equal.add(idOf(row, plan));
  }
  return equal;
}
