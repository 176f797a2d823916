import { type Kysely, sql } from "kysely";
import type { ControlTables } from "../platform/control-db/index.ts";
import { decodeUpdates, encodeUpdates, PROFILE_FRAME_KIND } from "./frame-codec.ts";

/** Profiles of persons have no group key. */
const PERSON = "";

/** Takes persons out of the profiles, what was remembered of deleted ones included. Answers how many profiles there were. */
export async function erasePeople(
  db: Kysely<ControlTables>,
  projectId: number,
  ids: readonly string[],
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // A question's list of ids is kept for an hour, and asked again sooner.
    await tx.deleteFrom("profile_session").where("project_id", "=", projectId).execute();
    const removed = await tx
      .deleteFrom("profile")
      .where("project_id", "=", projectId)
      .where("group_key", "=", PERSON)
      .where(sql<boolean>`id = any(${ids}::text[])`)
      .returning("is_present")
      .execute();
    return removed.filter(({ is_present }) => is_present).length;
  });
}

/** Those among them that have not been touched since. */
export async function countPeople(
  db: Kysely<ControlTables>,
  projectId: number,
  ids: readonly string[],
  before: Date,
): Promise<number> {
  const { count } = await db
    .selectFrom("profile")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("project_id", "=", projectId)
    .where("group_key", "=", PERSON)
    .where("updated_at", "<", before)
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What a frame of updates holds without these persons; undefined when it is not one, or not about them. */
export function eraseUpdates(
  kind: number,
  body: Buffer,
  ids: ReadonlySet<string>,
): { body: Buffer | null; count: number } | undefined {
  if (kind !== PROFILE_FRAME_KIND) return undefined;
  const batch = decodeUpdates(body);
  // It could not be applied, and nobody can tell whom it is about.
  if (!batch.ok) return [...ids].some((id) => body.includes(id)) ? { body: null, count: 0 } : undefined;
  const { updates } = batch.value;
  const others = updates.filter(({ id, groupKey }) => groupKey !== PERSON || !ids.has(id));
  const count = updates.length - others.length;
  if (count === 0) return undefined;
  return { body: encodeUpdates({ ...batch.value, updates: others }), count };
}
