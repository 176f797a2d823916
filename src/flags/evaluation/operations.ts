type Operation = Record<string, unknown> & { summary: string };

const CONTEXT = { distinct_id: "ana@example.com", custom_properties: { plan: "paid" } };
const FLAGS = {
  code: 200,
  flags: {
    new_checkout: { variant_key: "treatment", variant_value: true, is_qa_tester: false },
  },
  pending_first_time_events: [],
};

const text = (name: string, description: string, example: unknown, required = false) => ({
  name,
  in: "query",
  required,
  description,
  schema: { type: "string" },
  example,
});

const refusal = (description: string, type: string, error: string) => ({
  description,
  content: {
    "application/json": {
      schema: { $ref: "#/components/schemas/Failure" },
      example: { error, status: "error", type },
    },
  },
});

const REFUSALS = {
  400: refusal(
    "The context is missing or does not fit.",
    "invalid_context",
    "context.distinct_id: is required and must be a text that is not empty.",
  ),
  401: refusal("No token and no account, or wrong ones.", "unauthenticated", "Send the project's token."),
  403: refusal("The account has no role in the project.", "no_access", "This project does not exist."),
  429: refusal("Too many failed sign-ins from this address.", "too_many_failures", "Wait and try again."),
};

const DESCRIPTION =
  "Which variant of each enabled flag somebody gets. A flag they are not in is left out. The project's token, as the username of HTTP Basic authentication or as `token`, says which project; or a service account with `project_id`. Exposures are sent by clients, as `$experiment_started`; this answer makes none.";

const answer = (example: unknown) => ({
  description: "Done.",
  content: { "application/json": { schema: { type: "object" }, example } },
});

export const evaluateOperation = (method: "GET" | "POST"): Operation => ({
  operationId: method === "GET" ? "getFlagsOf" : "postFlagsOf",
  summary: method === "GET" ? "Evaluate feature flags" : "Evaluate feature flags, the context in the body",
  description: DESCRIPTION,
  parameters: [
    ...(method === "GET"
      ? [
          text(
            "context",
            "Who is asked for, as JSON; `distinct_id` is required.",
            JSON.stringify(CONTEXT),
            true,
          ),
        ]
      : []),
    text("flag_key", "One flag instead of all.", "new_checkout"),
    text("token", "The project's token, where no credentials are sent.", "0123456789abcdef0123456789abcdef"),
    text("project_id", "The project, when a service account asks.", "1"),
  ],
  ...(method === "POST"
    ? {
        requestBody: {
          content: { "application/json": { schema: { type: "object" }, example: { context: CONTEXT } } },
        },
      }
    : {}),
  responses: { 200: answer(FLAGS), ...REFUSALS },
});

export const definitionsOperation: Operation = {
  operationId: "getFlagDefinitions",
  summary: "Read flag definitions for evaluation in the client",
  description:
    "The enabled flags whose `serving_method` is `server` or `remote_or_local`, with their rules. The project's token reads them without test users (`test`); a service account of the project, with `project_id`, reads them complete. Where `FLAG_DEFINITIONS_ACCESS` is `service-account`, the token is refused with 403. `ETag` and `If-None-Match` spare the body when nothing changed.",
  parameters: [text("project_id", "The project, when a service account asks.", "1")],
  responses: { 200: answer({ flags: [] }), 304: { description: "Nothing changed." }, ...REFUSALS },
};
