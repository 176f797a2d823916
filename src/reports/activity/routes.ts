import { Type } from "typebox";
import { closed, moment, nullable, type Route, route } from "../../http/index.ts";
import { fail, type Result } from "../../platform/result.ts";
import { exportedProperties } from "../exported-properties.ts";
import { readEventNames } from "../parameters.ts";
import { type Activity, type ActivityDeps, readActivity } from "./read-activity.ts";

type ActivityFailure =
  | { code: "person_missing" }
  | { code: "cursor_invalid" }
  | { code: "event_invalid"; reason: string };

const LIMIT = { usual: 100, most: 1000 } as const;
const CURSOR_CHARS_MAX = 100;

const EventView = Type.Object({
  event: Type.String({ description: "The event's name." }),
  time: moment("When it happened."),
  properties: Type.Record(Type.String(), Type.Unknown(), {
    description: "As the raw export gives them; `time` in seconds.",
  }),
});
const Page = Type.Object({
  distinct_id: Type.String({ description: "The id the person goes by: the user's, once a device is known." }),
  events: Type.Array(EventView),
  next: nullable(Type.String({ description: "`cursor` of the next page; null after the last." })),
});

/** A person's own page: what they did, on every device. */
export const activityRoutes = (deps: ActivityDeps): Route[] => [
  route({
    method: "GET",
    path: "/projects/:projectId/people/:person/events",
    access: "project:read",
    tag: "People",
    summary: "List what a person did",
    description:
      "Events of a person by any of the person's distinct ids (`u1`, `$device:d1`), in the order of their times, over all devices that belong to the user. Nobody with that id: an empty list. A page of very long events is shorter than its limit.",
    query: Type.Object(
      {
        from: Type.Optional(moment("Only events from this moment on.")),
        to: Type.Optional(moment("Only events before this moment.")),
        event: Type.Optional(
          Type.String({ maxLength: 65_536, description: "One event name, or a JSON array of names." }),
        ),
        order: Type.Optional(Type.Enum(["newest_first", "oldest_first"], { default: "newest_first" })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT.most, default: LIMIT.usual })),
        cursor: Type.Optional(
          Type.String({ maxLength: CURSOR_CHARS_MAX, description: "`next` of the page before." }),
        ),
      },
      closed,
    ),
    handle: async ({ scope, params, query }): Promise<Result<Activity, ActivityFailure>> => {
      if (params.person === "") return fail({ code: "person_missing" });
      const events = readEventNames({ event: query.event ?? "" });
      if (!events.ok) return fail({ code: "event_invalid", reason: events.failure.reason });
      return await readActivity(deps, scope.projectId, params.person, {
        fromMs: msOf(query.from),
        beforeMs: msOf(query.to),
        events: events.value,
        newestFirst: query.order !== "oldest_first",
        limit: query.limit ?? LIMIT.usual,
        cursor: query.cursor,
      });
    },
  }).answers({
    schema: Page,
    view: ({ resolvedId, events, next }) => ({
      distinct_id: resolvedId,
      events: events.map((event) => ({
        event: event.event,
        time: new Date(event.timeMs).toISOString(),
        properties: exportedProperties(event),
      })),
      next,
    }),
    failures: {
      person_missing: {
        status: 400,
        say: "person: is empty in the path; name a distinct id.",
        field: "person",
      },
      event_invalid: { status: 400, say: ({ reason }) => reason, field: "event" },
      cursor_invalid: {
        status: 400,
        say: "cursor: is not one of ours; use `next` of the page before.",
        field: "cursor",
      },
    },
    example: {
      answer: {
        distinct_id: "u1",
        events: [
          {
            event: "Purchase",
            time: "2026-06-02T16:00:00.000Z",
            properties: {
              time: 1780416000,
              distinct_id: "u1",
              $distinct_id_before_identity: "$device:d1",
              $insert_id: "5d1f",
              mp_processing_time_ms: 1780416001203,
              $device_id: "d1",
              price: 10,
            },
          },
        ],
        next: null,
      },
    },
  }),
];

const msOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text);
