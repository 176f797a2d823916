import { type Static, Type } from "typebox";
import { closed, moment, nullable, type Route, route } from "../../http/index.ts";
import { ok } from "../../platform/result.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import type {
  DiagnosticsFilter,
  DiagnosticsStore,
  StoredSample,
  TallyLine,
  TallyPlace,
} from "./diagnostics-store.ts";
import { KINDS } from "./kinds.ts";
import type { Recorder } from "./recorder.ts";

export type DiagnosticsDeps = { store: DiagnosticsStore; recorder: Pick<Recorder, "flush"> };

const Kind = Type.Enum([...KINDS], {
  description: "`refused`: not taken. `dropped`: taken and not stored. `repaired`: mended and stored.",
});
const word = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: "^[\\w-]+$", description }));

const Question = Type.Object(
  {
    code: word("Only this code, such as `time_in_future`."),
    kind: Type.Optional(Kind),
    endpoint: word("Only what came in this way, such as `import`, `track`, `engage` or `groups`."),
    from: Type.Optional(moment("From the hour of this moment on.")),
    to: Type.Optional(moment("Before this moment.")),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: "Lines on a page." }),
    ),
    page: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: "`next` of the page before. Samples come with the first page.",
      }),
    ),
  },
  closed,
);

const LineView = Type.Object({
  hour: moment("Start of the UTC hour of receipt."),
  endpoint: Type.String(),
  kind: Kind,
  code: Type.String(),
  count: Type.Integer(),
});
const SampleView = Type.Object({
  at: moment(),
  endpoint: Type.String(),
  kind: Kind,
  code: Type.String(),
  field: Type.String(),
  message: Type.String(),
  record: Type.String({ description: "The record as JSON, shortened, with secrets masked." }),
});
const PageView = Type.Object({
  counts: Type.Array(LineView),
  next: nullable(Type.String()),
  samples: Type.Array(SampleView, { description: "Up to 20 of each code, newest first." }),
});
type Page = { lines: TallyLine[]; next: TallyPlace | null; samples: StoredSample[] };

const what = { endpoint: "import", kind: "refused", code: "time_in_future" } as const;
const example: Static<typeof PageView> = {
  counts: [{ hour: "2026-01-31T12:00:00.000Z", ...what, count: 3 }],
  next: null,
  samples: [
    {
      at: "2026-01-31T12:34:56.789Z",
      ...what,
      field: "properties.time",
      message: "'properties.time' is invalid: must not be in the future",
      record: '{"event":"Open","properties":{"time":4102444800,"distinct_id":"ana","token":"***"}}',
    },
  ],
};

export const diagnosticsRoutes = ({ store, recorder }: DiagnosticsDeps): Route[] => [
  route({
    method: "GET",
    path: "/projects/:projectId/ingestion/diagnostics",
    access: "project:read",
    tag: "Ingestion",
    summary: "Look up what was refused, dropped or repaired",
    description:
      "Counts by code, endpoint and UTC hour, newest hour first, and up to 20 recent samples of each code. Kept for 90 days.",
    query: Question,
    handle: async ({ params: { projectId }, query }) => {
      const after = query.page === undefined ? undefined : readCursor(query.page);
      if (after?.ok === false) return after;

      await recorder.flush();
      const filter = toFilter(query);
      const found = await store.findLines(projectId, filter, {
        limit: query.limit ?? 100,
        after: after?.value,
      });
      return ok({ ...found, samples: after ? [] : await store.findSamples(projectId, filter) });
    },
  }).answers({
    schema: PageView,
    view: toPageView,
    failures: {
      page_invalid: { status: 400, field: "page", say: "page: must be `next` of the page before." },
    },
    example: { answer: example },
  }),
];

const toFilter = ({ code, kind, endpoint, from, to }: Static<typeof Question>): DiagnosticsFilter => ({
  code,
  kind,
  endpoint,
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
});

const toPageView = ({ lines, next, samples }: Page): Static<typeof PageView> => ({
  counts: lines.map(({ projectId: _project, hourMs, ...line }) => ({
    hour: new Date(hourMs).toISOString(),
    ...line,
  })),
  next: next === null ? null : writeCursor(next),
  samples: samples.map(({ projectId: _project, ids: _ids, atMs, ...sample }) => ({
    at: new Date(atMs).toISOString(),
    ...sample,
  })),
});
