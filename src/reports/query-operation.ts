/** Pieces of the OpenAPI document that all calls of the query API share. */
export type QueryParameter = {
  name: string;
  description: string;
  required?: boolean;
  schema: Record<string, unknown>;
  example?: unknown;
};

const PROJECT_ID: QueryParameter = {
  name: "project_id",
  description: "The project. Required with a service account; the project's secret says it by itself.",
  schema: { type: "integer", minimum: 1 },
  example: 1,
};
const WORKSPACE_ID: QueryParameter = {
  name: "workspace_id",
  description: "Accepted and not looked at: clients send it.",
  schema: { type: "integer" },
  example: 1,
};

export const queryParameters = (own: readonly QueryParameter[]): unknown[] =>
  [PROJECT_ID, WORKSPACE_ID, ...own].map(({ required = false, ...rest }) => ({
    in: "query",
    required,
    ...rest,
  }));

const FAILURE = {
  type: "object",
  required: ["status", "error", "request"],
  properties: {
    status: { const: "error" },
    error: { type: "string", description: "What is wrong and what to do about it." },
    request: { type: "string", description: "The path that was asked." },
  },
};

const REFUSALS: Record<number, { description: string; error: string; headers?: readonly string[] }> = {
  400: { description: "A parameter does not fit.", error: "limit must be a whole number from 1 to 10000" },
  401: {
    description: "No credentials, or wrong ones.",
    error: "Valid credentials are required.",
    headers: ["WWW-Authenticate"],
  },
  403: {
    description: "No role in the project.",
    error: "This project does not exist or these credentials have no role in it.",
  },
  404: { description: "No such path.", error: "There is nothing at this path; /docs lists what there is." },
  405: {
    description: "Another method than GET.",
    error: "This path takes GET, HEAD, not POST.",
    headers: ["Allow"],
  },
  429: {
    description: "Too many failed sign-ins from this address, or too many questions at a time.",
    error: "Too many failed sign-ins from this address; wait and try again.",
    headers: ["Retry-After"],
  },
  500: {
    description: "A fault of ours; the log has it under the request id.",
    error: "Something broke on our side; the log has it under request id 4f1c2a9b0d3e-1.",
  },
  503: {
    description: "A part of the server is away; `/readyz` says which.",
    error: "A part of the server is away for the moment (/readyz says which); try again.",
    headers: ["Retry-After"],
  },
};

/** Every refusal as it would look, with the sentences a call has of its own in place of the usual ones. */
export function queryRefusals(path: string, own: Record<number, string> = {}): Record<string, unknown> {
  const answers = Object.entries(REFUSALS).map(([status, { description, error, headers }]) =>
    refusal(path, Number(status), description, own[Number(status)] ?? error, headers),
  );
  const more = Object.entries(own)
    .filter(([status]) => REFUSALS[Number(status)] === undefined)
    .map(([status, error]) => refusal(path, Number(status), error, error));
  return Object.fromEntries([...answers, ...more]);
}

function refusal(
  path: string,
  status: number,
  description: string,
  error: string,
  headers: readonly string[] = [],
): [string, unknown] {
  const example = { status: "error", error, request: path };
  const named = headers.map((name) => [name, { schema: { type: "string" } }]);
  return [
    String(status),
    {
      description,
      ...(named.length === 0 ? {} : { headers: Object.fromEntries(named) }),
      content: { "application/json": { schema: FAILURE, example } },
    },
  ];
}
