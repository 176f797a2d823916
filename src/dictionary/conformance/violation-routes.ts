import type { Kysely } from "kysely";
import { type Static, Type } from "typebox";
import { closed, moment, nullable, type Route, route } from "../../http/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { tag } from "../schemas/wire.ts";
import { VIOLATION_KINDS } from "./event-checks.ts";
import { type FoundViolation, findViolations, type ViolationPlace } from "./find-violations.ts";
import type { ViolationsRecorder } from "./violations-recorder.ts";

export type ViolationDeps = { db: Kysely<ControlTables>; recorder: Pick<ViolationsRecorder, "flush"> };

const name = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 255, description }));

const Question = Type.Object(
  {
    event: name("Only of this event."),
    property: name("Only of this property."),
    kind: Type.Optional(Type.Enum([...VIOLATION_KINDS], { description: "Only what fails this keyword." })),
    from: Type.Optional(Type.String({ format: "date", description: "From this UTC day on." })),
    to: Type.Optional(Type.String({ format: "date", description: "Up to this UTC day, itself included." })),
    samples: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 20,
        default: 3,
        description: "So many records for each, the newest.",
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
    page: Type.Optional(
      Type.String({ minLength: 1, maxLength: 4000, description: "`next` of the page before." }),
    ),
  },
  closed,
);

const ViolationView = Type.Object({
  event: Type.String(),
  property: Type.String({ description: "Empty for those that were too many to tell apart." }),
  kind: Type.Enum([...VIOLATION_KINDS]),
  count: Type.Integer(),
  refused: Type.Integer({ description: "How many of them were refused." }),
  first_at: moment(),
  last_at: moment(),
  samples: Type.Array(
    Type.Object({
      at: moment(),
      message: Type.String(),
      record: Type.String({ description: "The record as JSON, shortened, with secrets masked." }),
    }),
  ),
});

const example: Static<typeof ViolationView> = {
  event: "Purchase",
  property: "price",
  kind: "type",
  count: 12,
  refused: 0,
  first_at: "2026-01-31T12:00:00.000Z",
  last_at: "2026-01-31T12:34:56.789Z",
  samples: [
    {
      at: "2026-01-31T12:34:56.789Z",
      message: "must be number",
      record: '{"event":"Purchase","properties":{"time":1769862896,"distinct_id":"ana","price":"9.99"}}',
    },
  ],
};

const toView = ({ firstAt, lastAt, samples, ...line }: FoundViolation): Static<typeof ViolationView> => ({
  ...line,
  first_at: firstAt.toISOString(),
  last_at: lastAt.toISOString(),
  samples: samples.map(({ at, message, record }) => ({ at: at.toISOString(), message, record })),
});

export const violationRoutes = ({ db, recorder }: ViolationDeps): Route[] => [
  route({
    method: "GET",
    path: "/projects/:projectId/dictionary/violations",
    access: "dictionary:read",
    tag,
    summary: "Look up which events are not as declared",
    description:
      "Counts by event, property and kind, the commonest first, with a few records of each. A kind is the keyword of the schema that the event fails. Kept for 90 days.",
    query: Question,
    handle: async ({ scope, query }) => {
      const after = query.page === undefined ? ok(undefined) : readPlace(query.page);
      if (!after.ok) return after;
      await recorder.flush();
      const { limit = 100, samples = 3 } = query;
      return ok(await findViolations(db, scope.projectId, query, { limit, samples, after: after.value }));
    },
  }).answers({
    schema: Type.Object({ violations: Type.Array(ViolationView), next: nullable(Type.String()) }),
    view: ({ violations, next }) => ({
      violations: violations.map(toView),
      next: next === null ? null : writePlace(next),
    }),
    failures: {
      page_invalid: { status: 400, field: "page", say: "page: must be `next` of the page before." },
    },
    example: { answer: { violations: [example], next: null } },
  }),
];

/** A place in the list as one opaque word. */
const writePlace = ({ count, event, property, kind }: ViolationPlace): string =>
  Buffer.from(JSON.stringify([count, event, property, kind])).toString("base64url");

function readPlace(text: string): Result<ViolationPlace, { code: "page_invalid" }> {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    const [count, ...words] = Array.isArray(read) ? (read as unknown[]) : [];
    const isPlace =
      Number.isSafeInteger(count) &&
      words.length === 3 &&
      words.every((word) => typeof word === "string" && !word.includes("\0"));
    if (!isPlace) return fail({ code: "page_invalid" });
    const [event = "", property = "", kind = ""] = words as string[];
    return ok({ count: count as number, event, property, kind });
  } catch {
    return fail({ code: "page_invalid" });
  }
}
