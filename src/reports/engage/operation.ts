import { queryParameters, queryRefusals } from "../query-operation.ts";

export const ENGAGE_PATH = "/api/2.0/engage";

const PARAMETERS = [
  {
    name: "where",
    description:
      'Only profiles for which this expression is true. `properties["plan"]` and `user["plan"]` both read the profile.',
    schema: { type: "string", maxLength: 16_384 },
    example: 'properties["plan"] == "pro"',
  },
  {
    name: "distinct_id",
    description: "Only this one; by the id of a device that has become a person's, that person.",
    schema: { type: "string" },
    example: "ana@example.com",
  },
  {
    name: "distinct_ids",
    description: "Only these, in the same way: a JSON array.",
    schema: { type: "string" },
    example: '["ana@example.com"]',
  },
  {
    name: "data_group_id",
    description: "Profiles of groups instead of people: the id of a group key, or the property it names.",
    schema: { type: "string" },
    example: "company",
  },
  {
    name: "output_properties",
    description: "Only these properties of each profile: a JSON array.",
    schema: { type: "string" },
    example: '["plan"]',
  },
  {
    name: "session_id",
    description: "From the answer to page 0; needed for the pages after it. A session is kept for an hour.",
    schema: { type: "string" },
    example: "1780300000-AbCdEfGhIjKl",
  },
  {
    name: "page",
    description: "Which page, from 0. Read on while `results` is as long as `page_size`.",
    schema: { type: "integer", minimum: 0, default: 0 },
    example: 0,
  },
  {
    name: "page_size",
    description: "Profiles on a page.",
    schema: { type: "integer", minimum: 1, maximum: 1000, default: 1000 },
    example: 1000,
  },
];

const EXAMPLE = {
  page: 0,
  page_size: 1000,
  session_id: "1780300000-AbCdEfGhIjKl",
  status: "ok",
  total: 1,
  results: [{ $distinct_id: "ana@example.com", $properties: { $name: "Ana", plan: "pro" } }],
};

const RESULTS = {
  type: "array",
  items: {
    type: "object",
    required: ["$distinct_id", "$properties"],
    properties: { $distinct_id: { type: "string" }, $properties: { type: "object" } },
  },
};

const fields = Object.fromEntries(PARAMETERS.map(({ name, schema }) => [name, schema]));

/** Clients ask either way: parameters in the address, or the same as a form or as JSON. */
export const engageOperation = (method: "GET" | "POST") => ({
  operationId: `${method.toLowerCase()}EngageQuery`,
  summary: method === "GET" ? "Find profiles" : "Find profiles, asked in the body",
  description:
    "Profiles of people, or of groups, in the order of their ids. The first page fixes which profiles a session holds; each page shows them as they are when it is read, and somebody deleted meanwhile without properties.",
  parameters: queryParameters(PARAMETERS),
  ...(method === "GET"
    ? {}
    : {
        requestBody: {
          content: {
            "application/x-www-form-urlencoded": { schema: { type: "object", properties: fields } },
            "application/json": {
              schema: { type: "object", properties: fields },
              example: { where: 'properties["plan"] == "pro"', page_size: 100 },
            },
          },
        },
      }),
  responses: {
    200: {
      description: "One page. `total` counts all pages.",
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: ["page", "page_size", "session_id", "status", "total", "results"],
            properties: {
              page: { type: "integer" },
              page_size: { type: "integer" },
              session_id: { type: "string" },
              status: { const: "ok" },
              total: { type: "integer" },
              results: RESULTS,
            },
          },
          example: EXAMPLE,
        },
      },
    },
    ...queryRefusals(ENGAGE_PATH, {
      400: "where column 1: true or false is needed here, not a number; compare it with something or use boolean(…).",
      429: "Too many questions about profiles are being answered; try again in a moment.",
    }),
  },
});
