import { type Kysely, sql } from "kysely";
import type { ControlTables } from "../platform/control-db/index.ts";
import { type ProfileRow, readRow } from "./profile-text.ts";
import { timeOf } from "./profile-values.ts";
import type { ProfileKey, Properties } from "./types.ts";

/** A profile as readers get it. `text` is the JSON of its properties with every digit as it was sent. */
export type StoredProfile = { id: string; text: string; updatedAt: Date };
export type DetailedProfile = StoredProfile & { properties: Properties; asOf: Map<string, number> };

export type PageOptions = {
  /** Only ids behind this one. */
  after?: string | undefined;
  /** Only ids that begin so. */
  prefix?: string | undefined;
  limit: number;
};

/** Where profiles are read. Whatever was deleted is not there. */
export type ProfilesReader = ReturnType<typeof profilesReader>;

export function profilesReader(db: Kysely<ControlTables>) {
  const present = (projectId: number, groupKey: string) =>
    db
      .selectFrom("profile")
      .where("project_id", "=", projectId)
      .where("group_key", "=", groupKey)
      .where("is_present", "=", true);
  return {
    async find(projectId: number, { groupKey, id }: ProfileKey): Promise<DetailedProfile | undefined> {
      const row = await present(projectId, groupKey).where("id", "=", id).selectAll().executeTakeFirst();
      if (row === undefined) return undefined;
      const profile = readRow(toProfileRow(row));
      const asOf = new Map(Object.keys(profile.values).map((name) => [name, timeOf(profile, name) ?? 0]));
      const { properties: text, updated_at: updatedAt } = row;
      return { id, text, updatedAt, properties: profile.values, asOf };
    },

    /** In the order of their ids. Whoever reads on passes the last id as `after`. */
    async page(
      projectId: number,
      groupKey: string,
      { after, prefix = "", limit }: PageOptions,
    ): Promise<StoredProfile[]> {
      let question = present(projectId, groupKey);
      if (after !== undefined) question = question.where("id", ">", after);
      // The last character there is ends the range, so that the index leads to it and not past it.
      if (prefix !== "")
        question = question.where("id", ">=", prefix).where("id", "<", `${prefix}\u{10FFFF}`);
      const rows = await question
        .select(["id", "properties as text", "updated_at as updatedAt"])
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows;
    },

    /** Those of these ids that are there, in no order. */
    async findMany(projectId: number, groupKey: string, ids: readonly string[]): Promise<StoredProfile[]> {
      if (ids.length === 0) return [];
      return present(projectId, groupKey)
        .where(sql<boolean>`id = any(${[...ids]}::text[])`)
        .select(["id", "properties as text", "updated_at as updatedAt"])
        .execute();
    },
  };
}

function toProfileRow(row: {
  is_present: boolean;
  properties: string;
  as_of_ms: string;
  as_of: string | null;
  deleted_ms: string | null;
}): ProfileRow {
  const deleted_ms = row.deleted_ms === null ? null : Number(row.deleted_ms);
  return { ...row, as_of_ms: Number(row.as_of_ms), deleted_ms };
}
