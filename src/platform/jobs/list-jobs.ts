import type { Pool } from "pg";
import { fail, ok, type Result } from "../result.ts";
import {
  type JobState,
  type JobView,
  STORED_STATES,
  toJobView,
  VIEW_COLUMNS,
  type ViewRow,
} from "./job-view.ts";
import { JOBS, SCHEMA } from "./schema.ts";

export type JobListQuery = { state?: JobState; name?: string; limit?: number; cursor?: string };
export type JobPage = { jobs: JobView[]; nextCursor: string | null };

export const LIST_LIMIT_MAX = 500;
const LIST_LIMIT_DEFAULT = 50;

/** Newest first. The cursor is a place between two jobs, so rows that come or go meanwhile shift nothing. */
export async function listJobs(
  pool: Pool,
  query: JobListQuery,
): Promise<Result<JobPage, { code: "cursor_invalid" }>> {
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  if (after === undefined) return fail({ code: "cursor_invalid" });
  const limit = Math.min(Math.max(query.limit ?? LIST_LIMIT_DEFAULT, 1), LIST_LIMIT_MAX);
  const values: unknown[] = [limit + 1];
  const conditions = ["true"];
  // As a literal the state lets Postgres use the partial index of its rows; it comes from our own closed list.
  if (query.state !== undefined) conditions.push(`state = '${STORED_STATES[query.state]}'`);
  if (query.name !== undefined) conditions.push(`name = $${values.push(query.name)}`);
  if (after !== null) {
    conditions.push(
      `(created_on, id) < ($${values.push(after[0])}::timestamptz, $${values.push(after[1])}::uuid)`,
    );
  }
  const { rows } = await pool.query<ViewRow>(
    `select ${VIEW_COLUMNS} from ${JOBS} where ${conditions.join(" and ")} order by created_on desc, id desc limit $1`,
    values,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return ok({
    jobs: page.map(toJobView),
    nextCursor: rows.length > limit && last ? writeCursor(last) : null,
  });
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The primary key leads with the queue's name, and queues are few: one short look into each. */
export async function findJob(pool: Pool, id: string): Promise<JobView | undefined> {
  if (!UUID.test(id)) return undefined;
  const { rows } = await pool.query<ViewRow>(
    `select ${VIEW_COLUMNS} from ${JOBS} where name = any(select name from ${SCHEMA}.queue) and id = $1`,
    [id],
  );
  return rows[0] && toJobView(rows[0]);
}

/** The moment as text with its microseconds: a Date would drop them, and rows would be skipped or repeated. */
const writeCursor = (row: ViewRow): string =>
  Buffer.from(`${row.created_text}|${row.id}`).toString("base64url");

function readCursor(cursor: string): [string, string] | undefined {
  const [createdAt = "", id = ""] = Buffer.from(cursor, "base64url").toString().split("|");
  return MOMENT.test(createdAt) && UUID.test(id) ? [createdAt, id] : undefined;
}
