import { queryParameters, queryRefusals } from "../query-operation.ts";

/** The stream of persons' events in the OpenAPI document. */
export const streamQueryOperation = (path: string) => ({
  operationId: "queryStream",
  summary: "List what some persons did, oldest first",
  description:
    "Events of persons by any of their distinct ids, over all devices that belong to them, in the order of their times. `distinct_id` is the id the person goes by; where the event itself says another one, it is in `$distinct_id_before_identity`.\n\nNeeds any role in the project, or its secret. Also below `/api/2.0`.",
  parameters: queryParameters([
    {
      name: "distinct_ids",
      description: "A JSON array of up to 1,000 ids.",
      required: true,
      schema: { type: "string" },
      example: '["u1"]',
    },
    {
      name: "from_date",
      description: "First day, in UTC.",
      required: true,
      schema: { type: "string", format: "date" },
      example: "2026-06-01",
    },
    {
      name: "to_date",
      description: "Last day, in UTC; it belongs to the answer.",
      required: true,
      schema: { type: "string", format: "date" },
      example: "2026-06-02",
    },
  ]),
  responses: {
    200: {
      description: "The events.",
      content: {
        "application/json": {
          schema: {
            type: "object",
            properties: {
              status: { const: "ok" },
              results: {
                type: "object",
                properties: { events: { type: "array", items: { type: "object" } } },
              },
            },
          },
          example: {
            status: "ok",
            results: {
              events: [
                {
                  event: "Purchase",
                  properties: { time: 1780322400, distinct_id: "u1", $insert_id: "5d1f", price: 10 },
                },
              ],
            },
          },
        },
      },
    },
    ...queryRefusals(path, {
      400: 'distinct_ids is required: a JSON array of ids such as ["u1"]',
      429: "Too many exports run at the same time; try again in a while.",
      504: "No event was found within 300 seconds; ask for fewer days or events.",
    }),
  },
});
