import { type Kysely, sql } from "kysely";
import type { ControlTables } from "../platform/control-db/index.ts";
import { parseProperties } from "./profile-text.ts";

/** What profiles have under one name. */
export type SeenProfileProperty = { count: number; types: string[]; samples: unknown[] };

/** So many profiles are looked at, half from either end of their ids: all of ten million would take minutes. */
const LOOKED_AT_MAX = 10_000;
const PAGE = 1000;
const NAMES_MAX = 10_000;
const SAMPLES = 5;
const GROUP_KEYS_MAX = 1000;

/** Names, types and values of the properties that profiles have now: of people (`groupKey` is empty) or of groups. */
export async function findSeenProperties(
  db: Kysely<ControlTables>,
  projectId: number,
  groupKey: string,
): Promise<Map<string, SeenProfileProperty>> {
  const found = new Map<string, SeenProfileProperty>();
  const lastOfFirst = await lookAt(db, projectId, groupKey, "asc", undefined, found);
  if (lastOfFirst !== undefined) await lookAt(db, projectId, groupKey, "desc", lastOfFirst, found);
  return found;
}

/** From one end, up to half of those that are looked at. Answers the last id, where there may be more. */
async function lookAt(
  db: Kysely<ControlTables>,
  projectId: number,
  groupKey: string,
  order: "asc" | "desc",
  upTo: string | undefined,
  found: Map<string, SeenProfileProperty>,
): Promise<string | undefined> {
  let last: string | undefined;
  for (let seen = 0; seen < LOOKED_AT_MAX / 2; seen += PAGE) {
    let question = db
      .selectFrom("profile")
      .select(["id", "properties"])
      .where("project_id", "=", projectId)
      .where("group_key", "=", groupKey)
      .where("is_present", "=", true);
    if (last !== undefined) question = question.where("id", order === "asc" ? ">" : "<", last);
    if (upTo !== undefined) question = question.where("id", ">", upTo);
    const rows = await question.orderBy("id", order).limit(PAGE).execute();
    for (const { properties } of rows)
      for (const [name, value] of Object.entries(parseProperties(properties))) note(found, name, value);
    if (rows.length < PAGE) return undefined;
    last = rows.at(-1)?.id;
  }
  return last;
}

function note(found: Map<string, SeenProfileProperty>, name: string, value: unknown): void {
  let seen = found.get(name);
  if (seen === undefined) {
    if (found.size >= NAMES_MAX) return;
    seen = { count: 0, types: [], samples: [] };
    found.set(name, seen);
  }
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  seen.count += 1;
  if (!seen.types.includes(type)) seen.types.push(type);
  if (seen.samples.length < SAMPLES && !seen.samples.includes(value)) seen.samples.push(value);
}

/** The kinds of profiles there are: an empty text for people. From one to the next by the index, however many profiles each has. */
export async function findGroupKeys(db: Kysely<ControlTables>, projectId: number): Promise<string[]> {
  const { rows } = await sql<{ group_key: string }>`
    with recursive kind as (
      (select group_key from profile where project_id = ${projectId} order by group_key limit 1)
      union all
      select (select group_key from profile where project_id = ${projectId} and group_key > kind.group_key
        order by group_key limit 1)
      from kind where kind.group_key is not null
    )
    select group_key from kind where group_key is not null limit ${GROUP_KEYS_MAX}`.execute(db);
  return rows.map(({ group_key }) => group_key);
}
