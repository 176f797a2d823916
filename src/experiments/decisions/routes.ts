import { type Route, route } from "../../http/index.ts";
import type { ExperimentDeps } from "../deps.ts";
import { experimentExample } from "../record/example.ts";
import { ExperimentView, toExperimentView } from "../record/experiment-view.ts";
import { changeFailures, stateFailures } from "../record/failures-wire.ts";
import { ifMatchOf } from "../record/if-match.ts";
import { PATH, tag } from "../record/routes.ts";
import { see } from "../record/see.ts";
import { DecideBody } from "../record/wire.ts";
import { decideExperiment } from "./decide-experiment.ts";

export const decisionRoutes = (deps: ExperimentDeps): Route[] => [
  route({
    method: "PATCH",
    path: `${PATH}/:experiment/decide`,
    access: "experiments:write",
    tag,
    summary: "Decide an experiment",
    description:
      "Ends an active experiment and records the outcome. A variant is shipped on the linked flag: everybody gets it. Without one, or when the experiment failed, the flag is switched off. The same body again changes nothing; another one edits the decision.",
    body: DecideBody,
    handle: ({ scope, params, body, request }) =>
      see(
        deps,
        scope,
        decideExperiment(deps, scope, { id: params.experiment, ifMatch: ifMatchOf(request) }, body),
      ),
  }).answers({
    schema: ExperimentView,
    view: toExperimentView,
    failures: {
      ...changeFailures,
      ...stateFailures,
      unknown_variant: {
        status: 400,
        say: ({ variant, variants }) =>
          `variant: '${variant.slice(0, 100)}' is no variant of this experiment; it has ${variants.join(", ")}, besides __no_variant_shipped__ and __defer_variant_decision__ with success true.`,
        field: "variant",
      },
    },
    example: {
      body: { success: true, variant: "treatment", message: "More orders, nothing else moved." },
      answer: experimentExample,
    },
  }),
];
