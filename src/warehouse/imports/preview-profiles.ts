import { idMissing, idOf, profileMapper } from "../sync/map-profile.ts";
import { planProfiles } from "../sync/profile-plan.ts";
import type { CheckedImport } from "./create-import.ts";
import { type Mapped, type PreviewAsk, picker } from "./previewing.ts";

/** Rows as updates of profiles, spelled as the doors for profiles take them. */
export function previewProfiles({ import: one, columns, rows }: PreviewAsk): Mapped[] {
  const plan = planProfiles(one.described, one);
  const map = profileMapper(plan, () => undefined);
  const cells = rows.map(picker(columns, plan.columns));
  const last = new Map(cells.map((row, at) => [idOf(row, plan), at]));
  return cells.map((row, at) => {
    const id = idOf(row, plan);
    if (id === "") return { result: null, problem: idMissing(plan) };
    if (last.get(id) !== at) {
      const message = "another row below has the same id, and of those the one read last stands";
      return { result: null, problem: { ...idMissing(plan), code: "duplicate_key", message } };
    }
    return { result: { ...addressOf(one, id), $set: map(row) }, problem: null };
  });
}

const addressOf = ({ kind, mapping }: CheckedImport, id: string): Record<string, unknown> =>
  kind === "groups" ? { $group_key: mapping.group_key, $group_id: id } : { $distinct_id: id };
