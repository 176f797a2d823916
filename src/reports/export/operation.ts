import { queryParameters, queryRefusals } from "../query-operation.ts";

export const EXPORT_PATH = "/api/2.0/export";

const LINE =
  '{"event":"Purchase","properties":{"time":1780284600,"distinct_id":"u1","$insert_id":"5d1f","mp_processing_time_ms":1780284601203,"$user_id":"u1","price":10,"country":"US"}}\n';

/** The export in the OpenAPI document. */
export const EXPORT_OPERATION = {
  operationId: "exportEvents",
  summary: "Export raw events",
  description:
    "Streams the events of whole UTC days, one JSON object per line, ordered by event time and then by arrival. Copies of an event are one line. An answer that meets a failure breaks the connection off: one that ends properly is complete.\n\nNeeds any role in the project, or its secret. Also at `/export`.",
  parameters: queryParameters([
    {
      name: "from_date",
      description: "First day, in UTC.",
      required: true,
      schema: { type: "string", format: "date" },
      example: "2026-06-01",
    },
    {
      name: "to_date",
      description: "Last day, in UTC; it belongs to the export. Today at the latest.",
      required: true,
      schema: { type: "string", format: "date" },
      example: "2026-06-02",
    },
    {
      name: "event",
      description: "Names of events as a JSON array, or one name as it is. All events when left out.",
      schema: { type: "string" },
      example: '["Purchase"]',
    },
    {
      name: "where",
      description:
        'Only events this expression is true for. Knows `properties["…"]`, `event["$time"]` and `event["$event_name"]`; `properties["time"]` is in seconds. Up to 16 KiB.',
      schema: { type: "string", maxLength: 16_384 },
      example: 'properties["price"] > 15',
    },
    {
      name: "limit",
      description: "At most so many events; all when left out.",
      schema: { type: "integer", minimum: 1, maximum: 100_000 },
      example: 1000,
    },
    {
      name: "time_in_ms",
      description: "Print `time` in milliseconds instead of seconds.",
      schema: { type: "boolean", default: false },
      example: true,
    },
  ]),
  responses: {
    200: {
      description: "The events, one per line; an empty body when there are none. Gzip where it is accepted.",
      headers: { "Content-Encoding": { schema: { type: "string", enum: ["gzip"] } } },
      content: { "text/plain": { schema: { type: "string" }, example: LINE } },
    },
    ...queryRefusals(EXPORT_PATH, {
      400: "to_date cannot be later than today",
      429: "Too many exports run at the same time; try again in a while.",
      504: "No event was found within 300 seconds; ask for fewer days or events.",
    }),
  },
};
