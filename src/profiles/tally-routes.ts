import { Type } from "typebox";
import { closed, type Route, route } from "../http/index.ts";
import type { Clock } from "../platform/clock.ts";
import { fail, ok } from "../platform/result.ts";
import type { ProfileTally } from "./tallies-reader.ts";

export type TallyRoutesDeps = {
  clock: Clock;
  findTallies(projectId: number, days: { from: string; to: string }): Promise<ProfileTally[]>;
};

const DAY_MS = 86_400_000;
const DAYS = 30;
const day = (description: string) =>
  Type.Optional(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$", description }));
const Line = Type.Object({
  day: Type.String({ description: "UTC day of receipt." }),
  door: Type.String({ description: "`engage` or `groups`." }),
  code: Type.String({
    description:
      "Why: what the door refused or mended, or `add_to_other_type`, `number_out_of_range`, `too_many_properties`, `value_too_large`, `older_than_stored` where an accepted update could not be applied in full.",
  }),
  count: Type.Integer(),
});

/** February 30 is read as March 2 by some: written back it differs. No database knows a year 0. */
const isDay = (text: string): boolean => {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return ms >= 0 && new Date(ms).toISOString().startsWith(text);
};

export const tallyRoutes = ({ clock, findTallies }: TallyRoutesDeps): Route[] => [
  route({
    method: "GET",
    path: "/projects/:projectId/profile-tallies",
    access: "project:read",
    tag: "Profiles",
    summary: "Show which updates of profiles were refused, mended or not applied in full",
    description: "By UTC day of receipt, door and code, the newest days first.",
    query: Type.Object(
      { from: day("First day. Default: 30 days ago."), to: day("Last day. Default: today.") },
      closed,
    ),
    handle: async ({ scope, query }) => {
      const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
      const { from = dayOf(clock.now() - DAYS * DAY_MS), to = dayOf(clock.now()) } = query;
      for (const [field, text] of Object.entries({ from, to })) {
        if (!isDay(text)) return fail({ code: "day_invalid", field });
      }
      return ok(await findTallies(scope.projectId, { from, to }));
    },
  }).answers({
    schema: Type.Object({ lines: Type.Array(Line) }),
    view: (lines) => ({ lines }),
    failures: {
      day_invalid: {
        status: 400,
        field: ({ field }) => field,
        say: ({ field }) => `${field}: must be a day such as 2026-01-31.`,
      },
    },
    example: { answer: { lines: [{ day: "2026-01-31", door: "engage", code: "id_missing", count: 2 }] } },
  }),
];
