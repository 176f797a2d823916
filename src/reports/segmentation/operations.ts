import { type QueryParameter, queryParameters, queryRefusals } from "../query-operation.ts";

const day = (name: string, description: string, example: string): QueryParameter => ({
  name,
  description,
  required: true,
  schema: { type: "string", format: "date" },
  example,
});
const text = (name: string, description: string, example: string, required = false): QueryParameter => ({
  name,
  description,
  required,
  schema: { type: "string" },
  example,
});
const choice = (
  name: string,
  description: string,
  choices: readonly string[],
  example: string,
): QueryParameter => ({
  name,
  description,
  schema: { type: "string", enum: choices },
  example,
});

const COMMON: readonly QueryParameter[] = [
  text("event", "Name of one event, of an old one too.", "Purchase", true),
  day("from_date", "First day, in the project's time zone.", "2026-06-01"),
  day("to_date", "Last day; it belongs to the answer.", "2026-06-02"),
  choice(
    "unit",
    "Length of a period. By the minute for one day, hourly for 31 days, daily for 366 days.",
    ["minute", "hour", "day", "week", "month", "quarter", "year"],
    "day",
  ),
  text("where", "Which events count: an expression.", 'properties["price"] > 5'),
];
const INTERVAL: QueryParameter = {
  name: "interval",
  description: "Days in a period, with the unit day.",
  schema: { type: "integer", minimum: 1, maximum: 366, default: 1 },
  example: 1,
};
const COUNTED: readonly QueryParameter[] = [
  INTERVAL,
  choice("type", "Events, persons, or events by person.", ["general", "unique", "average"], "general"),
  {
    name: "limit",
    description: "So many segments, the largest first.",
    schema: { type: "integer", minimum: 1, maximum: 10_000, default: 60 },
    example: 60,
  },
  choice(
    "format",
    "`csv`: a table, one column for each segment; for analysts and above.",
    ["json", "csv"],
    "json",
  ),
];
const ON_NUMBER = text(
  "on",
  "A number: an expression or the name of a property.",
  'properties["price"]',
  true,
);

const NOTE =
  "Persons are counted by all their linked ids. Hours have no offset in their names, so an hour that clocks show twice is one. Needs any role in the project, or its secret. Also below `/api/2.0`.";

const POINTS = { type: "object", additionalProperties: { type: ["number", "null"] } };
const SEGMENTED = {
  type: "object",
  required: ["data", "legend_size"],
  properties: {
    data: {
      type: "object",
      properties: {
        series: { type: "array", items: { type: "string" } },
        values: { type: "object", additionalProperties: POINTS },
      },
    },
    legend_size: { type: "integer", description: "How many lines." },
  },
};
const RESULTS = {
  type: "object",
  properties: { status: { const: "ok" }, computed_at: { type: "string" }, results: POINTS },
};

type Described = {
  operationId: string;
  summary: string;
  description: string;
  own: readonly QueryParameter[];
  schema: Record<string, unknown>;
  example: unknown;
};

const describe =
  ({ own, schema, example, description, ...rest }: Described) =>
  (path: string) => ({
    ...rest,
    description: `${description} ${NOTE}`,
    parameters: queryParameters([...COMMON, ...own]),
    responses: {
      200: { description: "Done.", content: { "application/json": { schema, example } } },
      ...queryRefusals(path, {
        400: "to_date cannot be later than today",
        504: "The question took too long; ask for fewer days or segments.",
      }),
    },
  });

const series = ["2026-06-01", "2026-06-02"];
const points = (first: number, second: number) => ({ "2026-06-01": first, "2026-06-02": second });

/** The segmentation calls in the OpenAPI document. */
export const segmentationOperations = {
  segmentation: describe({
    operationId: "querySegmentation",
    summary: "Count an event over time, for each value of a property",
    description:
      "Without `on` there is one line, which has the event's name; what is missing is the segment `undefined`.",
    own: [
      text("on", "What it is broken down by: an expression or the name of a property.", "country"),
      ...COUNTED,
    ],
    schema: SEGMENTED,
    example: { data: { series, values: { US: points(1, 1), CA: points(2, 0) } }, legend_size: 2 },
  }),
  "segmentation/numeric": describe({
    operationId: "querySegmentationNumeric",
    summary: "Count an event over time, for ranges of a number",
    description:
      "Ranges are chosen so that there are at most twelve; what is no number is the segment `undefined`.",
    own: [ON_NUMBER, ...COUNTED],
    schema: SEGMENTED,
    example: {
      data: { series, values: { "0 - 10": points(1, 1), "10 - 20": points(1, 0) } },
      legend_size: 2,
    },
  }),
  "segmentation/sum": describe({
    operationId: "querySegmentationSum",
    summary: "Add up a number over time",
    description: "What is no number counts as 0.",
    own: [ON_NUMBER, INTERVAL],
    schema: RESULTS,
    example: { status: "ok", computed_at: "2026-06-03T10:00:00.000Z", results: points(25, 107) },
  }),
  "segmentation/average": describe({
    operationId: "querySegmentationAverage",
    summary: "Average a number over time",
    description: "What is no number counts as 0, in the number of events too.",
    own: [ON_NUMBER, INTERVAL],
    schema: RESULTS,
    example: { status: "ok", results: points(8.333333333333334, 53.5) },
  }),
} as const;
