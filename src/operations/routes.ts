import { type Static, Type } from "typebox";
import { closed, moment, nullable, type Route, route } from "../http/index.ts";
import { JOB_STATES, type Jobs, type JobView, LIST_LIMIT_MAX } from "../platform/jobs/index.ts";
import { fail, ok } from "../platform/result.ts";

const View = Type.Object({
  id: Type.String(),
  name: Type.String(),
  state: Type.Enum([...JOB_STATES]),
  payload: Type.Unknown(),
  attempts: Type.Integer(),
  attempts_max: Type.Integer(),
  created: moment(),
  start_after: moment("The job does not run before this."),
  started: nullable(moment()),
  finished: nullable(moment()),
  error: nullable(Type.String({ description: "What the last failed attempt said." })),
});
const Page = Type.Object({ jobs: Type.Array(View), next: nullable(Type.String()) });

const toView = (job: JobView): Static<typeof View> => ({
  id: job.id,
  name: job.name,
  state: job.state,
  payload: job.payload,
  attempts: job.attempts,
  attempts_max: job.attemptsMax,
  created: job.createdAt.toISOString(),
  start_after: job.startAfter.toISOString(),
  started: job.startedAt?.toISOString() ?? null,
  finished: job.finishedAt?.toISOString() ?? null,
  error: job.error?.message ?? null,
});

const tag = "Jobs";
const example: Static<typeof View> = {
  id: "01890a5d-ac96-774b-bcce-b302099a8057",
  name: "projects.purge-deleted",
  state: "failed",
  payload: {},
  attempts: 3,
  attempts_max: 3,
  created: "2026-01-31T03:00:00.000Z",
  start_after: "2026-01-31T03:00:00.000Z",
  started: "2026-01-31T03:00:00.100Z",
  finished: "2026-01-31T03:00:00.200Z",
  error: "connection terminated",
};
const notFound = { status: 404, say: "There is no such job; finished jobs are kept for two weeks." } as const;
const wrongState = (what: string) => ({
  status: 409 as const,
  say: ({ state }: { state: string }) => `The job is ${state}; ${what}.`,
});

/** Background work of the whole server, for the person who runs it. */
export const operationsRoutes = (jobs: Pick<Jobs, "list" | "find" | "retry" | "cancel">): Route[] => [
  route({
    method: "GET",
    path: "/jobs",
    access: "jobs:read",
    tag,
    summary: "List background jobs",
    description: "Newest first.",
    query: Type.Object(
      {
        state: Type.Optional(Type.Enum([...JOB_STATES])),
        name: Type.Optional(Type.String({ description: "Only jobs of this name." })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIST_LIMIT_MAX, default: 50 })),
        cursor: Type.Optional(Type.String({ description: "`next` of the page before." })),
      },
      closed,
    ),
    handle: ({ query }) => jobs.list(query),
  }).answers({
    schema: Page,
    view: (page) => ({ jobs: page.jobs.map(toView), next: page.nextCursor }),
    failures: {
      cursor_invalid: {
        status: 400,
        say: "cursor: is not one of ours; use `next` of the page before.",
        field: "cursor",
      },
    },
    example: { answer: { jobs: [example], next: null } },
  }),
  route({
    method: "GET",
    path: "/jobs/:job",
    access: "jobs:read",
    tag,
    summary: "Get a background job",
    handle: async ({ params }) => {
      const job = await jobs.find(params.job);
      return job ? ok(job) : fail({ code: "job_not_found" });
    },
  }).answers({
    schema: View,
    view: toView,
    failures: { job_not_found: notFound },
    example: { answer: example },
  }),
  route({
    method: "POST",
    path: "/jobs/:job/retry",
    access: "jobs:write",
    tag,
    summary: "Run a failed or cancelled job again",
    handle: ({ params }) => jobs.retry(params.job),
  }).answers({
    schema: View,
    view: toView,
    failures: {
      job_not_found: notFound,
      job_state: wrongState("only failed and cancelled jobs can be retried"),
    },
    example: { answer: { ...example, state: "retrying", attempts: 0, error: null } },
  }),
  route({
    method: "POST",
    path: "/jobs/:job/cancel",
    access: "jobs:write",
    tag,
    summary: "Cancel a job",
    description: "A running job is asked to stop and ends as soon as it can.",
    handle: ({ params }) => jobs.cancel(params.job),
  }).answers({
    schema: View,
    view: toView,
    failures: { job_not_found: notFound, job_state: wrongState("it has ended already") },
    example: { answer: { ...example, state: "cancelled" } },
  }),
];
