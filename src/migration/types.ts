/** What a job is at. The names of the first seven are public. */
export const JOB_STATES = [
  "queued",
  "running",
  "completed",
  "completed_with_errors",
  "failed",
  "cancelled",
  "paused_over_limit",
  "paused",
  "rolling_back",
  "rolled_back",
] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Everything a job can become, by what it is. */
export const NEXT = {
  queued: ["running", "paused", "cancelled", "failed"],
  running: ["completed", "completed_with_errors", "failed", "cancelled", "paused", "paused_over_limit"],
  paused: ["queued", "cancelled", "rolling_back"],
  paused_over_limit: ["queued", "cancelled", "rolling_back"],
  failed: ["queued", "rolling_back"],
  cancelled: ["rolling_back"],
  completed: ["rolling_back"],
  completed_with_errors: ["queued", "rolling_back"],
  rolling_back: ["rolled_back"],
  rolled_back: [],
} as const satisfies Record<JobState, readonly JobState[]>;

export const mayBecome = (from: JobState, to: JobState): boolean =>
  (NEXT[from] as readonly JobState[]).includes(to);

export type Range = { fromMs: number; beforeMs: number };

export type JobOptions = {
  eventsOnly: boolean;
  profilesOnly: boolean;
  allowOverLimit: boolean;
  /** Where the user id stands, when not in the origin's own field for it. */
  userIdProperty: string | null;
  mapExperiments: boolean;
};

export type Credentials = { key: string; secret: string };

export type Job = Range & {
  id: string;
  projectId: number;
  tool: string;
  state: JobState;
  dryRun: boolean;
  region: string;
  options: JobOptions;
  originUrl: string;
  /** Sealed. */
  credentials: string | null;
  fingerprint: string;
  warnings: string[];
  error: JobError | null;
  wish: "cancel" | "pause" | null;
  progress: SliceCounts | null;
  profiles: { seen: number; loaded: number; failed: number };
  position: number;
  certificate: unknown;
  requestedBy: string;
  /** Of `job_secret`. Null: only a project admin may follow and change the job. */
  secretDigest: Buffer | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
};

export type JobError = { code: string; message: string };

export type SliceKind = "events" | "profiles";
export type SliceState = "waiting" | "done" | "empty" | "failed" | "split";

/** Lines of an export, each counted once: read = accepted + skipped + failed. */
export type SliceCounts = { exported: number; accepted: number; skipped: number; failed: number };

/** The same by day and event; `reasons` says why lines were not accepted. */
export type TallyLine = {
  day: string;
  event: string;
  exported: number;
  accepted: number;
  reasons: Record<string, number>;
};

export type Problem = { line: number; code: string; message: string; event?: string };

export type Slice = Range & {
  id: string;
  jobId: string;
  kind: SliceKind;
  state: SliceState;
  attempts: number;
  counts: SliceCounts;
  tally: TallyLine[];
  problems: Problem[];
  error: JobError | null;
};

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
