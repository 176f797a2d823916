import { type Route, route } from "../../http/index.ts";
import type { ExperimentDeps } from "../deps.ts";
import { experimentExample } from "../record/example.ts";
import { ExperimentView, toExperimentView } from "../record/experiment-view.ts";
import { unknownExperiment } from "../record/failures-wire.ts";
import { PATH, tag } from "../record/routes.ts";
import { findExperiment, see } from "../record/see.ts";

export const resultRoutes = (deps: ExperimentDeps): Route[] => [
  route({
    method: "GET",
    path: `${PATH}/:experiment`,
    access: "experiments:read",
    tag,
    summary: "Look at an experiment",
    handle: ({ scope, params }) => see(deps, scope, findExperiment(deps, scope, params.experiment)),
  }).answers({
    schema: ExperimentView,
    view: toExperimentView,
    failures: unknownExperiment,
    example: { answer: experimentExample },
  }),
];
