type Operation = Record<string, unknown> & { summary: string };

const JOB_ID = "5f1c9d7e84a1029fc29626d9c455d95a";
const JOB_EXAMPLE = {
  job_id: JOB_ID,
  source_tool: "amplitude",
  beta: true,
  state: "completed",
  dry_run: false,
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
const REQUEST_EXAMPLE = {
  SOURCE_API_KEY: "the tool's API key",
  SOURCE_API_SECRET: "the tool's secret key",
  PROJECT_TOKEN: "8c0b9b0e6f0f4ad3a5b1f2c9d7e84a10",
  START_DATE: "2026-01-01",
  END_DATE: "2026-01-31",
  DRY_RUN: true,
  REGION: "EU",
};

const json = (description: string, example: unknown) => ({
  description,
  content: { "application/json": { schema: { type: "object" }, example } },
});
const done = (description: string) => json(description, { status: "ok", results: JOB_EXAMPLE });
const failed = (description: string, type: string, error: string) =>
  json(description, { status: "error", error, type });

const jobId = { name: "jobId", in: "path", required: true, schema: { type: "string" }, example: JOB_ID };
const wait = {
  name: "wait",
  in: "query",
  description: "Seconds to wait for the end before answering 202; 0 answers at once.",
  schema: { type: "integer", minimum: 0, maximum: 600, default: 25 },
  example: 25,
};
const token = {
  name: "X-Project-Token",
  in: "header",
  description: "The project's token, when it is not in the body.",
  schema: { type: "string" },
};
const UNKNOWN_JOB = failed("There is no such migration.", "unknown_job", "There is no such migration.");
const UNAUTHORIZED = failed(
  "The token is not the project's, or the account has no role in it.",
  "invalid_project_token",
  "PROJECT_TOKEN: this is not the project of the migration",
);
const WRONG_STATE = failed(
  "It is in a state from which this cannot be.",
  "wrong_state",
  "A migration that is completed cannot be paused.",
);

const text = (description: string, example: string) => ({ type: "string", description, examples: [example] });
const flag = (description: string) => ({ type: "boolean", default: false, description });
const BODY = {
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

export const OPERATIONS: Record<
  | "tools"
  | "health"
  | "start"
  | "list"
  | "show"
  | "cancel"
  | "pause"
  | "resume"
  | "rollback"
  | "certificate"
  | "verify",
  Operation
> = {
  tools: {
    operationId: "listMigrationTools",
    summary: "The tools whose data can be migrated (beta)",
    security: [],
    responses: {
      200: json("The tools.", {
        status: "ok",
        results: { beta: true, source_tools: [{ tool: "amplitude", label: "Amplitude" }] },
      }),
    },
  },
  health: {
    operationId: "migrationHealth",
    summary: "Whether the migration service answers",
    security: [],
    responses: { 200: json("It does.", { status: "ok", results: { healthy: true } }) },
  },
  start: {
    operationId: "startMigration",
    summary: "Copy the history of another tool (beta)",
    description:
      "Beta. Exports the tool's events with the credentials in the body, turns them into events and user profiles and loads them into the project of `PROJECT_TOKEN`. Repeated, it adds nothing that is there already. The answer is the end when it comes within `wait` seconds, else 202 with an address for its progress; with `Accept: application/x-ndjson` a line of progress every two seconds. Meant for fewer than 15 million events.",
    security: [],
    parameters: [
      {
        name: "sourceTool",
        in: "path",
        required: true,
        schema: { type: "string", enum: ["amplitude", "mixpanel"] },
        example: "amplitude",
      },
      wait,
    ],
    requestBody: {
      required: true,
      content: { "application/json": { schema: BODY, example: REQUEST_EXAMPLE } },
    },
    responses: {
      200: done("It has come to its end."),
      202: done("It goes on; `Location` tells where to look."),
      400: failed(
        "A field is missing or wrong.",
        "validation_error",
        "START_DATE: must be a day of the calendar as YYYY-MM-DD",
      ),
      401: failed(
        "No project has the token, or the tool refused the credentials.",
        "source_unauthorized",
        "SOURCE_API_KEY, SOURCE_API_SECRET: Amplitude refused the API key and secret key.",
      ),
      404: failed(
        "No such tool.",
        "unknown_source_tool",
        "'heap' is not a tool whose data can be migrated; these are: amplitude, mixpanel.",
      ),
      409: failed(
        "Another migration into the project is running.",
        "migration_running",
        "Another migration into this project is running; wait for its end or cancel it.",
      ),
      413: failed("More than 64 KiB.", "body_too_large", "The body is larger than 65536 bytes."),
      415: failed(
        "Not JSON.",
        "unsupported_media_type",
        "Send the body with the header 'Content-Type: application/json'.",
      ),
      422: failed(
        "Too many events, where the server refuses them.",
        "over_limit",
        "There are 15000000 events or more; send ALLOW_OVER_LIMIT true to load them all the same.",
      ),
      502: failed(
        "The tool cannot be reached.",
        "source_unavailable",
        "The tool's export cannot be reached: amplitude.com did not answer",
      ),
    },
  },
  list: {
    operationId: "listMigrations",
    summary: "The migrations into a project, the newest first (beta)",
    parameters: [
      { name: "project_id", in: "query", required: true, schema: { type: "integer" }, example: 1 },
      {
        name: "limit",
        in: "query",
        schema: { type: "integer", minimum: 1, maximum: 200, default: 200 },
        example: 20,
      },
      {
        name: "before",
        in: "query",
        description: "`next` of the page before.",
        schema: { type: "string", format: "date-time" },
        example: "2026-02-02T08:00:00.000Z",
      },
    ],
    responses: {
      200: json("The migrations.", { status: "ok", results: { jobs: [JOB_EXAMPLE], next: null } }),
      401: UNAUTHORIZED,
    },
  },
  show: {
    operationId: "getMigration",
    summary: "How far a migration is (beta)",
    description: "Whoever knows its id may look: it shows counts, no events.",
    security: [],
    parameters: [jobId],
    responses: { 200: done("It has ended, or is paused."), 202: done("It is at work."), 404: UNKNOWN_JOB },
  },
  cancel: {
    operationId: "cancelMigration",
    summary: "Cancel a migration (beta)",
    description: "It stops behind the current batch. What was loaded stays; `rollback` takes it back.",
    security: [],
    parameters: [jobId, token],
    responses: {
      200: done("Cancelled."),
      202: done("It stops soon."),
      401: UNAUTHORIZED,
      404: UNKNOWN_JOB,
      409: WRONG_STATE,
    },
  },
  pause: {
    operationId: "pauseMigration",
    summary: "Pause a migration (beta)",
    security: [],
    parameters: [jobId, token],
    responses: {
      200: done("Paused."),
      202: done("It stops soon."),
      401: UNAUTHORIZED,
      404: UNKNOWN_JOB,
      409: WRONG_STATE,
    },
  },
  resume: {
    operationId: "resumeMigration",
    summary: "Go on with a migration (beta)",
    description:
      "A paused one goes on where it was; of one that failed or ended with errors the failed parts are tried again, for which the credentials have to be sent again.",
    security: [],
    parameters: [jobId, token],
    requestBody: {
      content: {
        "application/json": {
          schema: { type: "object" },
          example: { PROJECT_TOKEN: REQUEST_EXAMPLE.PROJECT_TOKEN, ALLOW_OVER_LIMIT: true },
        },
      },
    },
    responses: {
      202: done("It goes on."),
      400: failed(
        "Credentials are needed.",
        "validation_error",
        "SOURCE_API_KEY: is required again, with SOURCE_API_SECRET: they were erased when the migration ended",
      ),
      401: UNAUTHORIZED,
      404: UNKNOWN_JOB,
      409: WRONG_STATE,
    },
  },
  rollback: {
    operationId: "rollbackMigration",
    summary: "Take back the events a migration alone brought (beta)",
    description:
      "Events that were there before, or came from somewhere else as well, stay; so do profiles. Needs the project role admin.",
    parameters: [jobId, wait],
    responses: {
      200: done("Taken back."),
      202: done("It is being taken back."),
      401: UNAUTHORIZED,
      404: UNKNOWN_JOB,
      409: WRONG_STATE,
    },
  },
  certificate: {
    operationId: "getMigrationCertificate",
    summary: "What became of every exported line (beta)",
    description:
      "By day and event: exported = stored + duplicates + not taken, each with its reason, and a checksum of the stored rows.",
    parameters: [jobId],
    responses: {
      200: json("The certificate.", {
        status: "ok",
        results: {
          job_id: JOB_ID,
          source_tool: "amplitude",
          project_id: 1,
          range: { from: "2026-01-01T00:00:00.000Z", before: "2026-02-01T00:00:00.000Z" },
          made_at: "2026-02-02T08:00:03.300Z",
          totals: { exported: 10, stored: 8, duplicates: 1, not_taken: { no_id: 1 } },
          profiles: { seen: 3, loaded: 3, failed: 0 },
          slices: [
            {
              from: "2026-01-01T00:00:00.000Z",
              before: "2026-01-02T00:00:00.000Z",
              state: "done",
              exported: 10,
            },
          ],
          lines: [
            {
              day: "2026-01-01",
              event: "Signup",
              exported: 9,
              stored: 8,
              duplicates: 1,
              not_taken: {},
              checksum: "73786976294838206464",
            },
          ],
          store_holds: 8,
          store_erased: 0,
          digest: "0f343b0931126a20f133d67c2b018a3b5b0b8bb5d0b0a0e3d1e3d1b1f2c9d7e8",
        },
      }),
      401: UNAUTHORIZED,
      404: UNKNOWN_JOB,
      409: failed(
        "There is none.",
        "no_certificate",
        "A dry run loads nothing, so there is nothing to certify.",
      ),
    },
  },
  verify: {
    operationId: "verifyMigration",
    summary: "Compare a certificate with what the store holds now (beta)",
    parameters: [jobId],
    responses: {
      200: json("What was found.", {
        status: "ok",
        results: {
          verified: true,
          digest_holds: true,
          as_of: "2026-03-01T00:00:00.000Z",
          differences: [],
          erased_since: 0,
        },
      }),
      401: UNAUTHORIZED,
      404: UNKNOWN_JOB,
      409: failed(
        "There is no certificate.",
        "no_certificate",
        "A dry run loads nothing, so there is nothing to certify.",
      ),
    },
  },
};
