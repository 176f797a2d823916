import { type Kysely, sql } from "kysely";
import type { ControlTables } from "../platform/control-db/index.ts";
import { decodeUpdates, encodeUpdates, PROFILE_FRAME_KIND } from "./frame-codec.ts";
import { profilesStore } from "./profiles-store.ts";

const DEVICE = "$device:";

/** A person's ids, each as it is and as a device's: matched as events are. */
const spellings = (ids: readonly string[]): string[] => [...ids, ...ids.map((id) => DEVICE + id)];

/** Takes persons out of the profiles and of what questions found. Groups are no persons. */
export function erasingProfiles(db: Kysely<ControlTables>) {
  return {
    /** How many profiles there were. What was remembered of their removal goes as well. */
    erase: (projectId: number, ids: readonly string[]): Promise<number> =>
      db.transaction().execute(async (tx) => {
        await profilesStore(tx).lockProjects([projectId]);
        const erased = await tx
          .deleteFrom("profile")
          .where("project_id", "=", projectId)
          .where("group_key", "=", "")
          .where(sql<boolean>`id = any(${spellings(ids)}::text[])`)
          .returning("is_present")
          .execute();
        await tx
          .deleteFrom("profile_session")
          .where("project_id", "=", projectId)
          .where(sql<boolean>`ids && ${spellings(ids)}::text[]`)
          .execute();
        return erased.filter((row) => row.is_present).length;
      }),

    /** What is left of before that moment. */
    async count(projectId: number, ids: readonly string[], before: Date): Promise<number> {
      const { rows } = await sql<{ count: string }>`
        select (select count(*) from profile
                where project_id = ${projectId} and group_key = '' and updated_at < ${before}
                  and id = any(${spellings(ids)}::text[]))
             + (select count(*) from profile_session
                where project_id = ${projectId} and created_at < ${before}
                  and ids && ${spellings(ids)}::text[]) as count`.execute(db);
      return Number(rows[0]?.count ?? 0);
    },

    frames: eraseFromFrame,
  };
}

/** A frame without these persons, null when nothing is left of it; undefined when it says nothing of them. */
export function eraseFromFrame(
  kind: number,
  body: Buffer,
  ids: ReadonlySet<string>,
): { body: Buffer | null; count: number } | undefined {
  if (kind !== PROFILE_FRAME_KIND) return undefined;
  const decoded = decodeUpdates(body);
  if (!decoded.ok) return undefined;
  const { updates, counts } = decoded.value;
  const kept = updates.filter(({ groupKey, id }) => groupKey !== "" || !isOf(id, ids));
  const count = updates.length - kept.length;
  if (count === 0) return undefined;
  const isEmpty = kept.length === 0 && Object.keys(counts).length === 0;
  return { body: isEmpty ? null : encodeUpdates({ ...decoded.value, updates: kept }), count };
}

const isOf = (id: string, ids: ReadonlySet<string>): boolean =>
  ids.has(id) || (id.startsWith(DEVICE) && ids.has(id.slice(DEVICE.length)));
