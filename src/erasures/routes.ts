import { type Static, Type } from "typebox";
import { closed, moment, type Route, route } from "../http/index.ts";
import { fail, ok } from "../platform/result.ts";
import type { ErasuresStore } from "./erasures-store.ts";
import { type RequestDeps, requestErasure } from "./request-erasure.ts";
import { ERASURE_STATES, type Erasure, IDS_MAX } from "./types.ts";

/** `$device:` and an id. */
const ID_MAX = 263;
const NUMBER_MAX = 2_147_483_647;
const PAGE_MAX = 200;

const Body = Type.Object(
  {
    distinct_ids: Type.Array(Type.String({ minLength: 1, maxLength: ID_MAX }), {
      minItems: 1,
      maxItems: IDS_MAX,
      description: "Any id of each person. All other ids of the same persons are found and erased as well.",
    }),
    discard_damaged: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "Stretches of the journal that cannot be read may be about these persons. Without this an erasure stops at them; with it they go too.",
      }),
    ),
  },
  closed,
);
const View = Type.Object({
  id: Type.Integer(),
  status: Type.Enum([...ERASURE_STATES], {
    description:
      "`waiting`, `erasing` (store and profiles), `rewriting` (the journal), `checking`, `done`; `failed`: see `error`, it is tried again.",
  }),
  id_count: Type.Integer({ description: "How many ids were asked for." }),
  progress: Type.Object({
    segments_total: Type.Union([Type.Integer(), Type.Null()]),
    segments_done: Type.Integer({ description: "Segments of the journal that have been written anew." }),
  }),
  erased: Type.Object({
    events: Type.Integer(),
    profiles: Type.Integer(),
    identity_links: Type.Integer(),
    journal_rows: Type.Integer(),
    journal_profile_updates: Type.Integer(),
    diagnostics_samples: Type.Integer(),
  }),
  remaining: Type.Union([Type.Integer(), Type.Null()], {
    description:
      "What the last look found, in the store, the profiles, the journal and the diagnostics. 0 when done.",
  }),
  error: Type.Union([Type.String(), Type.Null()]),
  requested_by: Type.String(),
  requested_at: moment(),
  finished_at: Type.Union([moment(), Type.Null()]),
});
const Page = Type.Object({
  erasures: Type.Array(View),
  next: Type.Union([Type.Integer(), Type.Null()], {
    description: "Send it as `before` to read on; null: there are no more.",
  }),
});

const toView = (erasure: Erasure): Static<typeof View> => ({
  id: erasure.id,
  status: erasure.state,
  id_count: erasure.idCount,
  progress: { segments_total: erasure.segmentsTotal, segments_done: erasure.segmentsDone },
  erased: {
    events: erasure.erased.events,
    profiles: erasure.erased.profiles,
    identity_links: erasure.erased.links,
    journal_rows: erasure.erased.rows,
    journal_profile_updates: erasure.erased.updates,
    diagnostics_samples: erasure.erased.samples,
  },
  remaining: erasure.remains,
  error: erasure.error,
  requested_by: erasure.requestedBy,
  requested_at: erasure.requestedAt.toISOString(),
  finished_at: erasure.finishedAt?.toISOString() ?? null,
});

const tag = "Erasures";
const example: Static<typeof View> = {
  id: 1,
  status: "done",
  id_count: 1,
  progress: { segments_total: 3, segments_done: 3 },
  erased: {
    events: 42,
    profiles: 1,
    identity_links: 2,
    journal_rows: 42,
    journal_profile_updates: 5,
    diagnostics_samples: 0,
  },
  remaining: 0,
  error: null,
  requested_by: "ops",
  requested_at: "2026-01-31T12:00:00.000Z",
  finished_at: "2026-01-31T12:00:04.000Z",
};

export const erasureRoutes = (deps: RequestDeps & { erasures: ErasuresStore }): Route[] => [
  route({
    method: "POST",
    path: "/projects/:projectId/erasures",
    access: "erasures:write",
    tag,
    summary: "Erase persons",
    description:
      "Removes everything these persons did and everything known of them: events, profile, identity links, samples of diagnostics, and their records in the journal. It cannot be undone. What they send afterwards is stored like anybody's. Backups made before still hold them.",
    body: Body,
    handle: ({ scope, body }) =>
      requestErasure(deps, scope, {
        distinctIds: body.distinct_ids,
        discardsDamaged: body.discard_damaged ?? false,
      }),
  }).answers({
    schema: View,
    status: 202,
    view: toView,
    failures: {},
    example: {
      body: { distinct_ids: ["user-17"] },
      answer: { ...example, status: "waiting", remaining: null, finished_at: null },
    },
  }),
  route({
    method: "GET",
    path: "/projects/:projectId/erasures",
    access: "erasures:read",
    tag,
    summary: "List erasures",
    description: "The newest first. They say how many persons were asked for, not which.",
    query: Type.Object(
      {
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: 50 })),
        before: Type.Optional(
          Type.Integer({ minimum: 1, maximum: NUMBER_MAX, description: "`next` of the page before." }),
        ),
      },
      closed,
    ),
    handle: async ({ scope, query: { limit = 50, before } }) =>
      ok(await deps.erasures.list(scope.projectId, { limit, before })),
  }).answers({
    schema: Page,
    view: ({ erasures, next }) => ({ erasures: erasures.map(toView), next }),
    failures: {},
    example: { answer: { erasures: [example], next: null } },
  }),
  route({
    method: "GET",
    path: "/projects/:projectId/erasures/:erasureId",
    access: "erasures:read",
    tag,
    summary: "Look at an erasure",
    handle: async ({ scope, params }) => {
      const erasure = await deps.erasures.find(params.erasureId);
      return erasure?.projectId === scope.projectId ? ok(erasure) : fail({ code: "unknown_erasure" });
    },
  }).answers({
    schema: View,
    view: toView,
    failures: { unknown_erasure: { status: 404, say: "There is no such erasure in this project." } },
    example: { answer: example },
  }),
];
