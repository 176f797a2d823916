import { idOf } from "./map-profile.ts";
import type { ProfilePlan } from "./profile-plan.ts";
import { profileRowsStore } from "./profile-rows-store.ts";
import type { Verifying } from "./verifying.ts";

/** Ids that are held in memory at once. */
const HELD_MAX = 500_000;

/** Names ids that the import has written and the table has not any more, and says how many it met. The table is read once for so many of them as fit the memory. */
export async function nameVanished(verifying: Verifying, plan: ProfilePlan): Promise<number> {
  const { deps, import: one, differences } = verifying;
  const written = profileRowsStore(deps.db);
  let after = "";
  let found = 0;
  while (!differences.isCut) {
    const ids = await written.idsAfter(one.id, after, HELD_MAX);
    const last = ids.at(-1);
    if (last === undefined) break;
    for (const id of await withoutRow(verifying, plan, ids)) {
      found += 1;
      const key = { [plan.columns[plan.id]?.name ?? ""]: id };
      differences.add({ side: "store", row_key: id, key, properties: null });
    }
    after = last;
  }
  return found;
}

async function withoutRow(
  { session, import: one, signal }: Verifying,
  plan: ProfilePlan,
  ids: readonly string[],
): Promise<Set<string>> {
  const left = new Set(ids);
  const columns = plan.columns.filter((_, at) => at === plan.id);
  const list = columns.map((column) => session.dialect.select(column)).join();
  const alone = { ...plan, columns, id: 0 };
  for await (const rows of session.stream(
    `select ${list} from ${session.dialect.table(one.table)}`,
    columns,
  )) {
    signal.throwIfAborted();
    for (const row of rows) left.delete(idOf(row, alone));
  }
  return left;
}
