/** Of a file, unpacked. */
export const LOOKUP_BYTES_MAX = 100 * 1024 * 1024;

const PROJECT_ID = {
  in: "query",
  name: "project_id",
  required: false,
  description: "The project. Required with a service account; the project's secret says it by itself.",
  schema: { type: "integer", minimum: 1 },
  example: 1,
};
const ID = {
  in: "path",
  name: "id",
  required: true,
  description: "Id of the table, as the list says it.",
  schema: { type: "string", format: "uuid" },
  example: "0f8fad5b-d9cb-469f-a165-70867728950e",
};

const answer = (description: string, example: object, headers: readonly string[] = []) => ({
  description,
  ...(headers.length === 0
    ? {}
    : { headers: Object.fromEntries(headers.map((name) => [name, { schema: { type: "string" } }])) }),
  content: { "application/json": { schema: { type: "object" }, example } },
});
const refusals = {
  400: answer("What was sent does not fit.", {
    code: 400,
    status: "Bad Request",
    error: "project_id: is required in the query with a service account",
  }),
  401: answer(
    "No credentials, or wrong ones.",
    { code: 401, status: "Unauthorized", error: "Invalid credentials" },
    ["WWW-Authenticate"],
  ),
  403: answer("No role, or one that is too narrow.", {
    code: 403,
    status: "Forbidden",
    error: "This project does not exist or these credentials have no role in it.",
  }),
  429: answer(
    "Too many failed sign-ins from this address.",
    {
      code: 429,
      status: "Too Many Requests",
      error: "Too many failed sign-ins from this address; wait and try again.",
    },
    ["Retry-After"],
  ),
  503: answer(
    "A part of the server is away, or takes nothing more for the moment. Nothing was changed.",
    {
      code: 503,
      status: "Service Unavailable",
      error: "The journal takes nothing at the moment; nothing was changed, send it again.",
    },
    ["Retry-After"],
  ),
};

/** The doors of lookup tables in the OpenAPI document. */
export const listOperation = {
  operationId: "listLookupTablesForScripts",
  summary: "List lookup tables by id and name",
  description: "Needs any role in the project, or its secret.",
  parameters: [PROJECT_ID],
  responses: {
    200: answer("The tables.", { code: 200, status: "OK", results: [{ id: ID.example, name: "Products" }] }),
    ...refusals,
  },
};

export const replaceOperation = {
  operationId: "replaceLookupTable",
  summary: "Replace the rows of a lookup table by a CSV file",
  description:
    'All of the file takes the place of all rows, or nothing changes. RFC 4180: the first row names the columns, the first column is the key, unique and not blank. A column whose values are all numbers, all `true` or `false`, or all lists of texts such as `["a","b"]` has that type, others are texts; an empty cell is no value. At most 100 MiB unpacked, 1,000,000 rows, 255 columns. Gzip is allowed.\n\nNeeds the role analyst or wider, or the project\'s secret.',
  parameters: [ID, PROJECT_ID],
  requestBody: {
    required: true,
    content: {
      "text/csv": { schema: { type: "string" }, example: "sku,category,price\na,Shoes,40\nb,Hats,10\n" },
    },
  },
  responses: {
    200: answer("Replaced: questions see it within two seconds.", { code: 200, status: "OK" }),
    ...refusals,
    400: answer("Rows that do not fit, the first ten of them; their indexes begin with 0 after the header.", {
      code: 400,
      status: "Bad Request",
      error: "some data points in the request failed validation",
      failed_records: [{ index: 0, message: "primary key is required and cannot be blank" }],
    }),
    404: answer("No such table in the project.", {
      code: 404,
      status: "Not Found",
      error: `Lookup table with id '${ID.example}' was not found.`,
    }),
    413: answer("The file is too large.", {
      code: 413,
      status: "Request Entity Too Large",
      error: "A lookup table has at most 100 MiB, unpacked; nothing was changed.",
    }),
    415: answer("A Content-Type that is not CSV, or another encoding than gzip.", {
      code: 415,
      status: "Unsupported Media Type",
      error: "Send the file as CSV with the header 'Content-Type: text/csv'.",
    }),
  },
};
