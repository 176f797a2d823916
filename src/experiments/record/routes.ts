import { Type } from "typebox";
import { closed, type Route, route } from "../../http/index.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { ExperimentDeps } from "../deps.ts";
import { visibleTo } from "./access.ts";
import { createExperiment } from "./create-experiment.ts";
import { experimentExample } from "./example.ts";
import { ExperimentView, type Seen, toExperimentView } from "./experiment-view.ts";
import { experimentsStore } from "./experiments-store.ts";
import { changeFailures, invalidExperiment, linkFailures, stateFailures, tooMany } from "./failures-wire.ts";
import { ifMatchOf } from "./if-match.ts";
import { deleteExperiment } from "./keep-experiment.ts";
import { see, seeAll } from "./see.ts";
import { STATUSES } from "./types.ts";
import { updateExperiment } from "./update-experiment.ts";
import { CreateBody, UpdateBody } from "./wire.ts";

export const tag = "Experiments";
export const PATH = "/workspaces/:workspaceId/experiments";

const PAGE_MAX = 500;
const PAGE_SIZE = 100;

export const recordRoutes = (deps: ExperimentDeps): Route[] => [
  route({
    method: "GET",
    path: PATH,
    access: "experiments:read",
    tag,
    summary: "List a workspace's experiments",
    description: "All of them in the order of their making, unless `page` or `page_size` is given.",
    query: Type.Object(
      {
        include_archived: Type.Optional(Type.Boolean({ default: false })),
        status: Type.Optional(Type.Enum([...STATUSES])),
        page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
        page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: PAGE_SIZE })),
      },
      closed,
    ),
    handle: async ({ scope, query }): Promise<Result<Seen[], never>> => {
      const paged = query.page !== undefined || query.page_size !== undefined;
      const page = { number: query.page ?? 1, size: query.page_size ?? PAGE_SIZE };
      const found = await experimentsStore(deps.db).list({
        workspaceId: scope.workspaceId,
        includeArchived: query.include_archived ?? false,
        status: query.status,
        visibleTo: visibleTo(scope),
        ...(paged ? { page } : {}),
      });
      return ok(await seeAll(deps, scope, found));
    },
  }).answers({
    schema: Type.Array(ExperimentView),
    view: (seen) => seen.map(toExperimentView),
    failures: {},
    example: { answer: [experimentExample] },
  }),
  route({
    method: "POST",
    path: PATH,
    access: "experiments:write",
    tag,
    summary: "Create an experiment",
    description: "A draft. Without variants it gets `control` and `treatment`, half each.",
    body: CreateBody,
    handle: ({ scope, body }) => see(deps, scope, createExperiment(deps, scope, body)),
  }).answers({
    schema: ExperimentView,
    status: 201,
    view: toExperimentView,
    failures: { ...invalidExperiment, ...linkFailures, ...tooMany },
    example: {
      body: {
        name: "New checkout",
        hypothesis: "A shorter form lets more people finish.",
        metrics: [{ name: "Orders", kind: "rate" as const, event: { name: "Order completed" } }],
        settings: { featureFlag: { key: "new_checkout" }, testingModel: "frequentist" as const },
      },
      answer: experimentExample,
    },
  }),
  route({
    method: "PATCH",
    path: `${PATH}/:experiment`,
    access: "experiments:write",
    tag,
    summary: "Change an experiment",
    description:
      "Only what is named changes. `status` `concluded` undoes a decision and leaves the flag alone. Other dates or settings of the analysis reopen a decided experiment. `If-Match` with the record's `modified` refuses when somebody was faster.",
    body: UpdateBody,
    handle: ({ scope, params, body, request }) =>
      see(
        deps,
        scope,
        updateExperiment(deps, scope, { id: params.experiment, ifMatch: ifMatchOf(request) }, body),
      ),
  }).answers({
    schema: ExperimentView,
    view: toExperimentView,
    failures: {
      ...changeFailures,
      ...stateFailures,
      ...invalidExperiment,
      ...linkFailures,
      variants_in_use: {
        status: 409,
        say: "variants: keys and splits stay while the experiment is active and people are exposed to it; conclude it and duplicate it.",
        field: "variants",
      },
    },
    example: { body: { name: "New checkout, second try" }, answer: experimentExample },
  }),
  route({
    method: "DELETE",
    path: `${PATH}/:experiment`,
    access: "experiments:write",
    tag,
    summary: "Delete an experiment",
    description: "Its exposures stay, as events do; its flag stays, linked to nothing.",
    handle: ({ scope, params, request }) =>
      deleteExperiment(deps, scope, { id: params.experiment, ifMatch: ifMatchOf(request) }),
  }).answers({
    schema: Type.Object({ id: Type.String() }),
    view: ({ id }) => ({ id }),
    failures: { ...changeFailures, ...stateFailures },
    example: { answer: { id: experimentExample.id } },
  }),
];
