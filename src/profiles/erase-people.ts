import { type Kysely, sql } from "kysely";
import type { ControlTables } from "../platform/control-db/index.ts";
import { applyAnew, type PlacedBatch } from "./apply-batches.ts";
import { decodeUpdates, encodeUpdates, PROFILE_FRAME_KIND } from "./frame-codec.ts";
import { positionsStore } from "./positions-store.ts";
import { profilesStore } from "./profiles-store.ts";
import type { ProfileLimits } from "./types.ts";

/** Profiles of persons have no group key. */
const PERSON = "";

export type EraseDeps = { db: Kysely<ControlTables>; journalId: string; limits: ProfileLimits };
export type PeopleToErase = {
  projectId: number;
  ids: readonly string[];
  /** What these persons said of themselves afterwards, in the lane's frames up to a position: it stays. */
  since(upTo: number): Promise<PlacedBatch[]>;
};

/**
 * Takes persons out of the profiles, what was remembered of deleted ones included, and applies anew what came in since. Nothing else is
 * applied meanwhile. Answers how many profiles there were.
 */
export async function erasePeople(
  { db, journalId, limits }: EraseDeps,
  lane: string,
  { projectId, ids, since }: PeopleToErase,
): Promise<number> {
  const storable = ids.filter(isStorable);
  return db.transaction().execute(async (tx) => {
    const applied = await positionsStore(tx, journalId).lock(lane);
    await profilesStore(tx).lockProjects([projectId]);
    // A question's list of ids is kept for an hour, and asked again sooner.
    await tx.deleteFrom("profile_session").where("project_id", "=", projectId).execute();
    const removed = await tx
      .deleteFrom("profile")
      .where("project_id", "=", projectId)
      .where("group_key", "=", PERSON)
      .where(sql<boolean>`id = any(${storable}::text[])`)
      .returning("is_present")
      .execute();
    await applyAnew(tx, onlyOf(await since(applied), new Set(ids)), limits);
    return removed.filter(({ is_present }) => is_present).length;
  });
}

/** Postgres takes no NUL: nobody of that name has a profile. */
const isStorable = (id: string): boolean => !id.includes("\0");

const onlyOf = (batches: readonly PlacedBatch[], ids: ReadonlySet<string>): PlacedBatch[] =>
  batches.map((batch) => ({
    ...batch,
    counts: {},
    updates: batch.updates.filter(({ id, groupKey }) => groupKey === PERSON && ids.has(id)),
  }));

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
    .where(sql<boolean>`id = any(${ids.filter(isStorable)}::text[])`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const namesAny = (body: Buffer, ids: ReadonlySet<string>): boolean =>
  [...ids].some((id) => body.includes(JSON.stringify(id)));

/** What a frame of updates holds without these persons; undefined when it is not one, or not about them. */
export function eraseUpdates(
  kind: number,
  body: Buffer,
  ids: ReadonlySet<string>,
): { body: Buffer | null; count: number } | undefined {
  if (kind !== PROFILE_FRAME_KIND) return undefined;
  const batch = decodeUpdates(body);
  // It could not be applied, and nobody can tell whom it is about.
  if (!batch.ok) return namesAny(body, ids) ? { body: null, count: 0 } : undefined;
  const { updates } = batch.value;
  const others = updates.filter(({ id, groupKey }) => groupKey !== PERSON || !ids.has(id));
  const count = updates.length - others.length;
  if (count === 0) return undefined;
  return { body: encodeUpdates({ ...batch.value, updates: others }), count };
}
