import { Type } from "typebox";
import { closed, identifier, type Route, route } from "../../http/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { ExperimentDeps } from "../deps.ts";
import { experimentExample } from "../record/example.ts";
import { ExperimentView, toExperimentView } from "../record/experiment-view.ts";
import { changeFailures, stateFailures, unknownExperiment } from "../record/failures-wire.ts";
import { ifMatchOf } from "../record/if-match.ts";
import { PATH, tag } from "../record/routes.ts";
import { findExperiment, see } from "../record/see.ts";
import { DecideBody, EmptyBody } from "../record/wire.ts";
import { decideExperiment } from "./decide-experiment.ts";
import { DecisionView, RecomputedView, toDecisionView, toRecomputedView } from "./decision-view.ts";
import { type Decision, decisionsStore } from "./decisions-store.ts";
import { decisionExample, recomputedExample } from "./example.ts";
import { type Recomputed, recomputeDecision } from "./recompute.ts";

/** Each has the sums of every metric and variant. */
const LIMIT = { usual: 50, most: 200 } as const;

type Unknown = { code: "experiment_not_found" };

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
  route({
    method: "GET",
    path: `${PATH}/:experiment/decisions`,
    access: "experiments:read",
    tag,
    summary: "List an experiment's decisions",
    description:
      "The newest first, edits and undone ones included; `before` the `revision` of the last one asks for older ones. Each comes with what it rested on: exposures, sums of every metric and variant, settings, engine version, journal positions, and what the numbers spoke for.",
    query: Type.Object(
      {
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: LIMIT.most,
            default: LIMIT.usual,
            description: "At most so many.",
          }),
        ),
        before: Type.Optional(identifier("Only revisions older than this one.")),
      },
      closed,
    ),
    handle: async ({ scope, params, query }): Promise<Result<Decision[], Unknown>> => {
      const found = await findExperiment(deps, scope, params.experiment);
      if (!found.ok) return found;
      const { before, limit = LIMIT.usual } = query;
      return ok(await decisionsStore(deps.db).list(found.value.id, { before, limit }));
    },
  }).answers({
    schema: Type.Array(DecisionView),
    view: (decisions) => decisions.map(toDecisionView),
    failures: unknownExperiment,
    example: { answer: [decisionExample] },
  }),
  route({
    method: "POST",
    path: `${PATH}/:experiment/decisions/:decisionId/recompute`,
    access: "experiments:write",
    tag,
    summary: "Compute a decision's numbers again",
    description:
      "Twice: from what the decision kept, which gives the same numbers to the bit; and from the events as they are now, with what has changed since and why: late events, merges, erasures. Nothing is stored.",
    body: EmptyBody,
    handle: async ({
      scope,
      params,
    }): Promise<Result<Recomputed, Unknown | { code: "decision_not_found" }>> => {
      const found = await findExperiment(deps, scope, params.experiment);
      if (!found.ok) return found;
      const decision = await decisionsStore(deps.db).find(found.value.id, params.decisionId);
      if (decision === undefined) return fail({ code: "decision_not_found" });
      return ok(await recomputeDecision(deps, scope.projectId, decision));
    },
  }).answers({
    schema: RecomputedView,
    view: toRecomputedView,
    failures: {
      ...unknownExperiment,
      decision_not_found: { status: 404, say: "There is no such decision of this experiment." },
    },
    example: { body: {}, answer: recomputedExample },
  }),
];
