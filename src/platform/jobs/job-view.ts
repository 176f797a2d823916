import type { JobError } from "./job-error.ts";

/** `waiting`: nobody has taken it up yet. `retrying`: it waits for another attempt, or was given back before it began. */
export const JOB_STATES = ["waiting", "retrying", "running", "completed", "failed", "cancelled"] as const;
export type JobState = (typeof JOB_STATES)[number];

export type JobView = {
  id: string;
  name: string;
  state: JobState;
  payload: unknown;
  /** Runs begun so far. */
  attempts: number;
  attemptsMax: number;
  createdAt: Date;
  /** Not before this. */
  startAfter: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** Of the last attempt that failed. */
  error: JobError | null;
  serialKey: string | null;
  /** The node that runs it. */
  nodeId: string | null;
};

/** pg-boss's word for each of ours. */
export const STORED_STATES: Record<JobState, string> = {
  waiting: "created",
  retrying: "retry",
  running: "active",
  completed: "completed",
  failed: "failed",
  cancelled: "cancelled",
};

export const VIEW_COLUMNS = `id, name, state, data, retry_count, retry_limit, created_on,
  to_char(created_on at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_text, start_after, started_on,
  completed_on, output, group_id, split_part(group_tier, '#', 1) as node`;

export type ViewRow = {
  id: string;
  name: string;
  state: string;
  data: unknown;
  retry_count: number;
  retry_limit: number;
  created_on: Date;
  created_text: string;
  start_after: Date;
  started_on: Date | null;
  completed_on: Date | null;
  output: unknown;
  group_id: string | null;
  node: string | null;
};

export function toJobView(row: ViewRow): JobView {
  const state = JOB_STATES.find((name) => STORED_STATES[name] === row.state);
  if (state === undefined) throw new Error(`job ${row.id} is in the unknown state ${row.state}`);
  return {
    id: row.id,
    name: row.name,
    state,
    payload: row.data,
    attempts: row.started_on === null ? row.retry_count : row.retry_count + 1,
    attemptsMax: row.retry_limit + 1,
    createdAt: row.created_on,
    startAfter: row.start_after,
    startedAt: row.started_on,
    finishedAt: row.completed_on,
    error: toError(row.output),
    serialKey: row.group_id,
    nodeId: row.node || null,
  };
}

function toError(output: unknown): JobError | null {
  if (typeof output !== "object" || output === null || !("message" in output)) return null;
  const stack = "stack" in output && typeof output.stack === "string" ? output.stack : null;
  return { message: String(output.message), stack };
}
