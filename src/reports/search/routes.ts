import { Type } from "typebox";
import { closed, moment, nullable, type Route, route, whileAsked } from "../../http/index.ts";
import { exportedProperties } from "../exported-properties.ts";
import { Filters } from "../model/filters.ts";
import { REPORT_FAILURES } from "../query/failures-wire.ts";
import { findEvents, SEARCH_DAYS, type SearchDeps } from "./find-events.ts";

const LIMIT = { usual: 100, most: 1000 } as const;
const EVENTS_MAX = 100;

const Body = Type.Object(
  {
    events: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
        minItems: 1,
        maxItems: EVENTS_MAX,
        description: "Only these, by their tracked names.",
      }),
    ),
    person: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: "Only what this person did, by any of the person's distinct ids.",
      }),
    ),
    filters: Type.Optional(Filters),
    where: Type.Optional(
      Type.String({ maxLength: 16_384, description: "An expression that has to hold as well." }),
    ),
    from: Type.Optional(moment(`Only events from this moment on; not more than ${SEARCH_DAYS} days ago.`)),
    to: Type.Optional(moment("Only events before this moment.")),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT.most, default: LIMIT.usual })),
    cursor: Type.Optional(Type.String({ maxLength: 100, description: "`next` of the page before." })),
  },
  closed,
);

const Page = Type.Object({
  events: Type.Array(
    Type.Object({
      id: Type.String({ description: "Its place in the journal: no two events have the same." }),
      event: Type.String({ description: "Tracked name." }),
      time: moment("When it happened."),
      received_at: moment("When it was accepted."),
      properties: Type.Record(Type.String(), Type.Unknown(), {
        description: "As the raw export gives them; `time` in seconds.",
      }),
    }),
  ),
  next: nullable(Type.String({ description: "`cursor` of the next page; null after the last." })),
});

const { invalid_report, too_long, timed_out, too_large, cancelled, too_busy, damaged } = REPORT_FAILURES;

/** The events page: what came in lately, by the same filters as reports have. */
export const searchRoutes = (deps: SearchDeps): Route[] => [
  route({
    method: "POST",
    path: "/projects/:projectId/events/search",
    access: "project:read",
    tag: "Events",
    summary: "List recent events, newest first",
    description: `Events of the last ${SEARCH_DAYS} days by event time. Filters are those of reports. A page of very long events is shorter than its limit. Older events are found by reports and by the raw export.`,
    body: Body,
    handle: ({ scope, body, request }) =>
      whileAsked(request.raw.socket, (left) =>
        findEvents(deps, scope.projectId, { ...body, limit: body.limit ?? LIMIT.usual }, left),
      ),
  }).answers({
    schema: Page,
    view: ({ events, next }) => ({
      events: events.map((event) => ({
        id: `${event.position}-${event.order}`,
        event: event.event,
        time: new Date(event.timeMs).toISOString(),
        received_at: new Date(event.receivedMs).toISOString(),
        properties: exportedProperties(event),
      })),
      next,
    }),
    failures: { invalid_report, too_long, timed_out, too_large, cancelled, too_busy, damaged },
    example: {
      body: {
        events: ["Purchase"],
        filters: { clauses: [{ property: "price", operator: "greater_than", value: 5 }] },
        limit: 100,
      },
      answer: {
        events: [
          {
            id: "1204-3",
            event: "Purchase",
            time: "2026-06-02T16:00:00.000Z",
            received_at: "2026-06-02T16:00:01.203Z",
            properties: { time: 1780416000, distinct_id: "u1", $insert_id: "5d1f", price: 10 },
          },
        ],
        next: null,
      },
    },
  }),
];
