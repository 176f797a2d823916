import { CERTIFICATE, JOB, object, VERIFICATION } from "./answer-schemas.ts";
import {
  BODY,
  begun,
  done,
  failed,
  JOB_EXAMPLE,
  JOB_ID,
  jobId,
  jobSecret,
  json,
  type Operation,
  REQUEST_EXAMPLE,
  ROLE_TOO_LOW,
  UNAUTHORIZED,
  UNKNOWN_JOB,
  WRONG_STATE,
  wait,
} from "./operation-parts.ts";

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
      200: json(
        "The tools.",
        {
          status: "ok",
          results: { beta: true, source_tools: [{ tool: "amplitude", label: "Amplitude" }] },
        },
        object({
          beta: { type: "boolean" },
          source_tools: {
            type: "array",
            items: object({ tool: { type: "string" }, label: { type: "string" } }),
          },
        }),
      ),
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
      "Beta. Exports the tool's events with the credentials in the body, turns them into events and user profiles and loads them into the project of `PROJECT_TOKEN`. Repeated, it adds nothing that is there already. The answer is the end when it comes within `wait` seconds, else 202 with an address for its progress; with `Accept: application/x-ndjson` a line of progress every two seconds. Meant for fewer than 15 million events. The first response carries `job_secret`, once: with it as the header `X-Job-Secret`, or as an admin of the project, the job is followed, paused, resumed and cancelled. The same request again, while the job runs, is answered with the job, without its secret; with other credentials of the tool it is 409, which says nothing about the running job.",
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
      200: begun("It has come to its end."),
      202: begun("It goes on; `Location` tells where to look."),
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
    description: "Needs the project role admin.",
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
      200: json(
        "The migrations.",
        { status: "ok", results: { jobs: [JOB_EXAMPLE], next: null } },
        object({ jobs: { type: "array", items: JOB }, next: { type: ["string", "null"] } }),
      ),
      401: UNAUTHORIZED,
      403: ROLE_TOO_LOW,
    },
  },
  show: {
    operationId: "getMigration",
    summary: "How far a migration is (beta)",
    description:
      "Needs the job's secret or the project role admin. The response has an `ETag`: sent back as `If-None-Match`, it gives 304 as long as nothing has changed.",
    parameters: [
      jobId,
      jobSecret,
      {
        name: "If-None-Match",
        in: "header",
        description: "The `ETag` of the last answer.",
        schema: { type: "string" },
        example: '"h5Yc0i1q2o3"',
      },
    ],
    responses: {
      200: done("It has ended, or is paused."),
      202: done("It is at work."),
      304: { description: "Nothing has changed." },
      401: UNAUTHORIZED,
      403: ROLE_TOO_LOW,
      404: UNKNOWN_JOB,
    },
  },
  cancel: {
    operationId: "cancelMigration",
    summary: "Cancel a migration (beta)",
    description: "It stops behind the current batch. What was loaded stays; `rollback` takes it back.",
    parameters: [jobId, jobSecret],
    responses: {
      200: done("Cancelled."),
      202: done("It stops soon."),
      401: UNAUTHORIZED,
      403: ROLE_TOO_LOW,
      404: UNKNOWN_JOB,
      409: WRONG_STATE,
    },
  },
  pause: {
    operationId: "pauseMigration",
    summary: "Pause a migration (beta)",
    parameters: [jobId, jobSecret],
    responses: {
      200: done("Paused."),
      202: done("It stops soon."),
      401: UNAUTHORIZED,
      403: ROLE_TOO_LOW,
      404: UNKNOWN_JOB,
      409: WRONG_STATE,
    },
  },
  resume: {
    operationId: "resumeMigration",
    summary: "Go on with a migration (beta)",
    description:
      "A paused one goes on where it was; of one that failed or ended with errors the failed parts are tried again, for which the credentials have to be sent again.",
    parameters: [jobId, jobSecret],
    requestBody: {
      content: {
        "application/json": {
          schema: { type: "object" },
          example: { ALLOW_OVER_LIMIT: true },
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
      403: ROLE_TOO_LOW,
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
      403: ROLE_TOO_LOW,
      404: UNKNOWN_JOB,
      409: WRONG_STATE,
    },
  },
  certificate: {
    operationId: "getMigrationCertificate",
    summary: "What became of every exported line (beta)",
    description:
      "By day and event: exported = stored + duplicates + not taken, each with its reason, and a checksum of the stored rows. Needs the job's secret or the project role admin.",
    parameters: [jobId, jobSecret],
    responses: {
      200: json(
        "The certificate.",
        {
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
        },
        CERTIFICATE,
      ),
      401: UNAUTHORIZED,
      403: ROLE_TOO_LOW,
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
    parameters: [jobId, jobSecret],
    responses: {
      200: json(
        "What was found.",
        {
          status: "ok",
          results: {
            verified: true,
            digest_holds: true,
            as_of: "2026-03-01T00:00:00.000Z",
            differences: [],
            erased_since: 0,
          },
        },
        VERIFICATION,
      ),
      401: UNAUTHORIZED,
      403: ROLE_TOO_LOW,
      404: UNKNOWN_JOB,
      409: failed(
        "There is no certificate.",
        "no_certificate",
        "A dry run loads nothing, so there is nothing to certify.",
      ),
    },
  },
};
