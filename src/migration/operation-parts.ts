import { envelope, JOB, STARTED_JOB } from "./answer-schemas.ts";

/** Examples, parameters and answers that the operations of the migration service share. */
export type Operation = Record<string, unknown> & { summary: string };

export const JOB_ID = "5f1c9d7e84a1029fc29626d9c455d95a";
export const JOB_EXAMPLE = {
  job_id: JOB_ID,
  source_tool: "amplitude",
  beta: true,
  state: "completed",
  dry_run: false,
  options: {
    ...{ region: "US", events_only: false, profiles_only: false },
    ...{ user_id_property: null, map_experiments: false },
  },
  start_date: "2026-01-01",
  end_date: "2026-01-31",
  range_basis: "source upload time",
  complete_through: "2026-02-01T00:00:00.000Z",
  events: {
    exported: 123_456,
    transformed: 123_400,
    loaded: 120_000,
    duplicates: 3400,
    skipped: 56,
    failed: 0,
    in_flight: 0,
  },
  profiles: { seen: 7890, loaded: 7890, failed: 0 },
  slices: { total: 31, done: 31, empty: 2, failed: 0 },
  over_limit: false,
  percent: 100,
  rate: { events_per_second: 41_000, eta_seconds: 0 },
  errors: [],
  errors_total: 0,
  warnings: [],
  progress_url: `http://localhost:8080/migrate/jobs/${JOB_ID}`,
  message: "Migrated 120000 events and 7890 profiles; 3400 events were there already.",
  created: "2026-02-02T08:00:00.000Z",
  started: "2026-02-02T08:00:00.120Z",
  finished: "2026-02-02T08:00:03.300Z",
};
export const REQUEST_EXAMPLE = {
  SOURCE_API_KEY: "the tool's API key",
  SOURCE_API_SECRET: "the tool's secret key",
  PROJECT_TOKEN: "8c0b9b0e6f0f4ad3a5b1f2c9d7e84a10",
  START_DATE: "2026-01-01",
  END_DATE: "2026-01-31",
  DRY_RUN: true,
  REGION: "EU",
};

export const json = (description: string, example: unknown, results?: unknown) => ({
  description,
  content: {
    "application/json": { schema: results === undefined ? { type: "object" } : envelope(results), example },
  },
});
export const done = (description: string) => json(description, { status: "ok", results: JOB_EXAMPLE }, JOB);
/** The response that starts a job is the only one with its secret. */
export const begun = (description: string) =>
  json(
    description,
    {
      status: "ok",
      results: { ...JOB_EXAMPLE, job_secret: "9qTz0cU5hYb2Wn7Kd4Rj1Xv8Lm3Pf6Sg0Ae2Bi5Co7D" },
    },
    STARTED_JOB,
  );
export const failed = (description: string, type: string, error: string) =>
  json(description, { status: "error", error, type });

export const jobId = {
  name: "jobId",
  in: "path",
  required: true,
  schema: { type: "string" },
  example: JOB_ID,
};
export const wait = {
  name: "wait",
  in: "query",
  description: "Seconds to wait for the end before answering 202; 0 answers at once.",
  schema: { type: "integer", minimum: 0, maximum: 600, default: 25 },
  example: 25,
};
export const jobSecret = {
  name: "X-Job-Secret",
  in: "header",
  description: "`job_secret` of the response that started the migration. Not needed by a project admin.",
  schema: { type: "string" },
};
export const UNKNOWN_JOB = failed(
  "There is no such migration, or the caller may not know of it.",
  "unknown_job",
  "There is no such migration, or these credentials do not give access to it.",
);
export const UNAUTHORIZED = failed(
  "Neither the job's secret nor credentials of an account were sent, or the credentials are wrong.",
  "unauthenticated",
  "Valid credentials are required: a service account's username and secret as HTTP Basic authentication.",
);
export const ROLE_TOO_LOW = failed(
  "The account is no admin of the project.",
  "role_too_low",
  "This needs the project role admin or wider; these credentials have analyst.",
);
export const WRONG_STATE = failed(
  "It is in a state from which this cannot be.",
  "wrong_state",
  "A migration that is completed cannot be paused.",
);

export const text = (description: string, example: string) => ({
  type: "string",
  description,
  examples: [example],
});
export const flag = (description: string) => ({ type: "boolean", default: false, description });
export const BODY = {
  type: "object",
  required: ["SOURCE_API_KEY", "SOURCE_API_SECRET", "PROJECT_TOKEN"],
  properties: {
    SOURCE_API_KEY: text("Key of the third-party tool. For `mixpanel`: `username@project id`.", "an API key"),
    SOURCE_API_SECRET: text("Secret of the third-party tool.", "a secret"),
    PROJECT_TOKEN: text("Token of the destination project.", REQUEST_EXAMPLE.PROJECT_TOKEN),
    START_DATE: {
      ...text("First day, UTC, included. Without dates: the last 30 days.", "2026-01-01"),
      format: "date",
    },
    END_DATE: { ...text("Last day, UTC, included.", "2026-01-31"), format: "date" },
    DRY_RUN: flag("Count what would be migrated, and load nothing."),
    REGION: {
      type: "string",
      enum: ["US", "EU", "IN"],
      default: "US",
      description: "`EU` when EU data residency is used on either side.",
    },
    EVENTS_ONLY: flag("Leave profiles alone."),
    PROFILES_ONLY: flag("Load profiles, and no event."),
    ALLOW_OVER_LIMIT: flag("Load more events than MIGRATION_MAX_EVENTS."),
    MAP_EXPERIMENTS: flag("Turn exposures into `$experiment_started`."),
    USER_ID_PROPERTY: text(
      "Where the user id stands, when not in the tool's own field for it.",
      "account_id",
    ),
  },
};
