const parameter = (name: string, description: string, example: string) => ({
  name,
  in: "query",
  required: false,
  description,
  schema: { type: "string", maxLength: 255 },
  example,
});

const failed = (description: string, type: string, error: string) => ({
  description,
  content: {
    "application/json": {
      schema: { $ref: "#/components/schemas/Failure" },
      example: { error, status: "error", type },
    },
  },
});

const STREAM = [
  'event: open\ndata: {"filter":{"event":["Signup"]}}\n',
  'id: 4711-0\nevent: event\ndata: {"event":"Signup","time":"2026-01-31T11:46:40.000Z","properties":{"plan":"pro","time":1769860000,"distinct_id":"ana","$insert_id":"5d1f","mp_processing_time_ms":1769860000123},"received_ms":1769860000123,"source":"track"}\n',
  'event: dropped\ndata: {"events":12,"more":false}\n',
  ": beat\n",
].join("\n");

export const LIVE_OPERATION = {
  operationId: "getProjectsByProjectIdEventsLive",
  summary: "Watch events as they are accepted",
  description:
    "Server-sent events of what clients and servers send, from now on, about a tenth of a second after it is on disk; data that is pulled in from warehouses is not shown. A stream holds back 256 KB for a slow reader; what does not fit is left out and told as `dropped` (`more`: and others that nobody counted). `end` says why the server ends a stream. All filters that are given must hold. Needs the project role consumer or wider, and ends when it is lost.",
  parameters: [
    { name: "projectId", in: "path", required: true, schema: { type: "integer", minimum: 0 }, example: 1 },
    {
      ...parameter(
        "event",
        "Only events with this name, or with one of a JSON array of up to 100 names.",
        "Signup",
      ),
      schema: { type: "string" },
    },
    parameter("distinct_id", "Only events that carry this distinct id themselves.", "ana"),
    parameter("property", "With `value`: only events whose property of this name equals it.", "plan"),
    parameter("value", "The value as text: `pro`, `3`, `true`.", "pro"),
  ],
  responses: {
    200: {
      description: "The stream.",
      content: { "text/event-stream": { schema: { type: "string" }, example: STREAM } },
    },
    400: failed("The path or query does not fit.", "invalid_query", "value: is needed with property."),
    401: failed(
      "No credentials, or wrong ones.",
      "unauthenticated",
      "Valid credentials are required: send a service account's username and secret as HTTP Basic authentication.",
    ),
    403: failed(
      "No role in the project.",
      "no_access",
      "This project does not exist or these credentials have no role in it.",
    ),
    429: failed(
      "Too many clients listen, or too many failed sign-ins.",
      "too_many_listeners",
      "At most 10 clients may listen to a project at once.",
    ),
    503: failed("The server is stopping.", "stopping", "The server is stopping; try again in a while."),
  },
};
