import { type QueryParameter, queryParameters, queryRefusals } from "../query-operation.ts";

const EVENT: QueryParameter = {
  name: "event",
  description: "Name of one event.",
  required: true,
  schema: { type: "string" },
  example: "Purchase",
};
const limit = (otherwise: number): QueryParameter => ({
  name: "limit",
  description: "At most so many, the commonest first.",
  schema: { type: "integer", minimum: 1, maximum: 10_000, default: otherwise },
  example: otherwise,
});
const INCLUDE_HIDDEN: QueryParameter = {
  name: "include_hidden",
  description: "Also what the data dictionary hides.",
  schema: { type: "boolean", default: false },
  example: false,
};
const NOTE = "Needs any role in the project, or its secret. Also below `/api/2.0`.";
const STRINGS = { type: "array", items: { type: "string" } };

type Described = {
  path: string;
  operationId: string;
  summary: string;
  description: string;
  parameters: readonly QueryParameter[];
  schema: Record<string, unknown>;
  example: unknown;
};

const describe = ({ path, parameters, schema, example, description, ...rest }: Described) => ({
  ...rest,
  description: `${description}\n\n${NOTE}`,
  parameters: queryParameters(parameters),
  responses: {
    200: { description: "Done.", content: { "application/json": { schema, example } } },
    ...queryRefusals(path),
  },
});

/** The names calls in the OpenAPI document. */
export const eventNamesOperation = (path: string) =>
  describe({
    path,
    operationId: "queryEventNames",
    summary: "List the names of recent events",
    description: "Names of events of the last 31 days by event time, the commonest first.",
    parameters: [
      {
        name: "type",
        description: "Accepted because clients send it; names are ranked by how many events they have.",
        schema: { type: "string", enum: ["general", "unique", "average"] },
        example: "general",
      },
      limit(255),
      INCLUDE_HIDDEN,
    ],
    schema: STRINGS,
    example: ["View", "Purchase"],
  });

export const topPropertiesOperation = (path: string) =>
  describe({
    path,
    operationId: "queryTopProperties",
    summary: "List the commonest properties of an event",
    description: "How many events of the last 28 days have each property, the commonest first.",
    parameters: [EVENT, limit(10), INCLUDE_HIDDEN],
    schema: {
      type: "object",
      additionalProperties: { type: "object", properties: { count: { type: "integer" } } },
    },
    example: { price: { count: 6 }, country: { count: 5 } },
  });

export const propertyValuesOperation = (path: string) =>
  describe({
    path,
    operationId: "queryPropertyValues",
    summary: "List the commonest values of an event's property",
    description: "Values in events of the last 28 days as text, the commonest first.",
    parameters: [
      EVENT,
      {
        name: "name",
        description: "Name of the property.",
        required: true,
        schema: { type: "string" },
        example: "country",
      },
      limit(255),
    ],
    schema: STRINGS,
    example: ["US", "CA"],
  });
