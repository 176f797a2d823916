import type { Limits } from "../limits.ts";

type Operation = Record<string, unknown> & { summary: string };

const EVENT_EXAMPLE = {
  event: "Signup",
  properties: {
    time: 1_769_860_000_000,
    distinct_id: "ana@example.com",
    $insert_id: "5d958f87-542d-4c10-9422-0ed75893dc81",
    plan: "pro",
  },
};

const EVENT_SCHEMA = {
  type: "object",
  required: ["event", "properties"],
  properties: {
    event: { type: "string", minLength: 1, maxLength: 255, description: "What happened." },
    properties: {
      type: "object",
      description: "Anything about it. These names have a meaning:",
      properties: {
        time: {
          type: "number",
          description:
            "When it happened: milliseconds since epoch, or seconds (a number below 31,536,000,000). Required with strict=1.",
        },
        distinct_id: {
          type: "string",
          maxLength: 255,
          description: "Whose event it is. Optional when $user_id or $device_id is there.",
        },
        $user_id: { type: "string", maxLength: 255, description: "A signed-in person." },
        $device_id: {
          type: "string",
          maxLength: 255,
          description: "A device; with $user_id, the two are linked.",
        },
        $insert_id: {
          type: "string",
          maxLength: 36,
          pattern: "^[A-Za-z0-9-]+$",
          description:
            "Your own key. Events equal in event, distinct id, time and this are one event: a retry counts once.",
        },
      },
      required: ["time"],
      additionalProperties: true,
    },
  },
};

const answer = (description: string, example: unknown) => ({
  description,
  content: { "application/json": { schema: { type: "object" }, example } },
});

const failure = (code: number, status: string, error: string) => ({ code, error, status });

function responses(limits: Limits): Record<number, unknown> {
  return {
    200: answer("Every record is in the journal, synced to disk.", {
      code: 200,
      num_records_imported: 2,
      status: "OK",
    }),
    400: answer(
      "With strict=1: some records were refused, each named; the others are stored. Otherwise: the body could not be read and nothing was stored.",
      {
        code: 400,
        error: "some data points in the request failed validation",
        failed_records: [
          {
            index: 1,
            insert_id: "a1",
            $insert_id: "a1",
            field: "properties.time",
            message: "'properties.time' is invalid: must not be in the future",
          },
        ],
        num_records_imported: 1,
        status: "Bad Request",
      },
    ),
    401: answer("No credentials, or wrong ones.", failure(401, "Unauthorized", "Invalid credentials")),
    403: answer(
      "No role in the project, one that is too narrow, or a project of another region.",
      failure(403, "Forbidden", "This project does not exist or these credentials have no role in it."),
    ),
    405: answer("Another method than GET or POST; `Allow` names them.", {
      error: "This path takes GET, POST, not PUT.",
      status: "error",
      type: "method_not_allowed",
    }),
    413: answer(
      "Too many bytes, or too many events.",
      failure(413, "Request Entity Too Large", `request exceeds max limit of ${limits.eventsMax} events`),
    ),
    415: answer(
      "A Content-Encoding other than gzip.",
      failure(
        415,
        "Unsupported Media Type",
        "Content-Encoding 'br' is not supported: send the body with 'gzip', or plain",
      ),
    ),
    429: answer(
      "Too many events in a minute (only where the server has such a limit), or too many failed sign-ins. `Retry-After` says how long to wait.",
      failure(
        429,
        "Too Many Requests",
        "Project exceeded rate limits. Please retry the request with exponential backoff.",
      ),
    ),
    503: answer(
      "Nothing of the batch was stored; send it again after `Retry-After` seconds.",
      failure(
        503,
        "Service Unavailable",
        "too many records wait to be written; nothing of this batch was stored, send it again",
      ),
    ),
  };
}

const PARAMETERS = [
  {
    name: "project_id",
    in: "query",
    description: "Required with a service account; with a token or secret it may be left out.",
    schema: { type: "integer" },
    example: 1,
  },
  {
    name: "strict",
    in: "query",
    description:
      "1: every record is checked and refused records are named in the answer. 0 or absent: what can be mended is mended, the rest is left out without a word.",
    schema: { type: "string", enum: ["0", "1"], default: "0" },
    example: "1",
  },
  {
    name: "verbose",
    in: "query",
    description:
      "1: events that come in a field 'data' are answered as JSON too, and not with the bare digit.",
    schema: { type: "string", enum: ["0", "1"], default: "0" },
  },
  {
    name: "ip",
    in: "query",
    description: "1: records without any id belong to the address they came from, which is stored as a hash.",
    schema: { type: "string", enum: ["0", "1"], default: "0" },
  },
  {
    name: "api_key",
    in: "query",
    description:
      "The project's secret, as the oldest clients send it. Only where the server's setting LEGACY_API_KEY is on: addresses are written into logs.",
    schema: { type: "string" },
  },
];

const DATA_PARAMETER = {
  name: "data",
  in: "query",
  required: true,
  description: "One event or an array of them: JSON, or base64 of it.",
  schema: { type: "string" },
};

export function importOperation(method: "GET" | "POST", limits: Limits): Operation {
  const common = {
    description: `Takes up to ${limits.eventsMax} events of up to ${limits.eventMaxBytes} bytes each, ${limits.bodyMaxBytes} bytes of JSON in all, and answers once they are synced to disk. Sign in with a service account (project role admin or owner, and project_id), with the project's token as user name and no password, or with its legacy secret likewise.`,
    responses: responses(limits),
  };
  if (method === "GET") {
    return {
      operationId: "getImport",
      summary: "Import events given in the address, as older clients do",
      ...common,
      parameters: [...PARAMETERS, DATA_PARAMETER],
    };
  }
  return {
    operationId: "postImport",
    summary: "Import events",
    ...common,
    parameters: [
      ...PARAMETERS,
      { name: "Content-Encoding", in: "header", schema: { type: "string", enum: ["gzip", "identity"] } },
    ],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: { type: "array", items: EVENT_SCHEMA, minItems: 1, maxItems: limits.eventsMax },
          example: [EVENT_EXAMPLE],
        },
        "application/x-ndjson": {
          schema: { type: "string", description: "One event a line." },
          example: `${JSON.stringify(EVENT_EXAMPLE)}\n`,
        },
        "application/x-www-form-urlencoded": {
          schema: {
            type: "object",
            required: ["data"],
            properties: { data: { type: "string", description: "JSON of events, or base64 of it." } },
          },
        },
      },
    },
  };
}
