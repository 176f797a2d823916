import { type Static, Type } from "typebox";
import { closed, type Route, route } from "../../http/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { ExperimentDeps } from "../deps.ts";
import { experimentExample } from "../record/example.ts";
import { ExperimentView, type Seen, toExperimentView } from "../record/experiment-view.ts";
import { unknownExperiment } from "../record/failures-wire.ts";
import { PATH, tag } from "../record/routes.ts";
import { findExperiment, see } from "../record/see.ts";
import { EmptyBody } from "../record/wire.ts";
import { type Computed, compute } from "./compute.ts";
import { exposuresCacheOf, sampleRatioOf } from "./exposures-cache.ts";
import { refresh } from "./refresh.ts";

const Free = Type.Record(Type.String(), Type.Unknown());
const LiveView = Type.Intersect([
  ExperimentView,
  Type.Object({
    live_exposures: Type.Optional(Free),
    live_srm_analysis: Type.Optional(Free),
    live_metrics: Type.Optional(Free),
    live_results_errors: Type.Optional(Type.Array(Free)),
  }),
]);
const flagQuery = (description: string) => Type.Optional(Type.Boolean({ default: false, description }));

type Live = { seen: Seen; computed: Computed | null; exposures: boolean; metrics: boolean; at: Date };

function toLiveView({ seen, computed, exposures, metrics, at }: Live): Static<typeof LiveView> {
  const record = toExperimentView(seen);
  if (!exposures && !metrics) return record;
  const counted = computed?.exposures;
  return {
    ...record,
    ...(exposures
      ? {
          live_exposures: computed && counted ? exposuresCacheOf(computed.plan, counted, at) : {},
          live_srm_analysis: computed && counted ? sampleRatioOf(computed.plan, counted) : {},
        }
      : {}),
    ...(metrics ? { live_metrics: { ...computed?.analysis } } : {}),
    live_results_errors: computed?.errors ?? [],
  };
}

export const resultRoutes = (deps: ExperimentDeps): Route[] => [
  route({
    method: "GET",
    path: `${PATH}/:experiment`,
    access: "experiments:read",
    tag,
    summary: "Look at an experiment",
    description:
      "`exposures_cache` and `results_cache` are computed every hour while it runs. With `compute_exposures` or `compute_metrics` the numbers of this moment stand beside them; nothing is stored.",
    query: Type.Object(
      {
        compute_exposures: flagQuery("Count exposures now."),
        compute_metrics: flagQuery("Compute all metrics now."),
      },
      closed,
    ),
    handle: async ({ scope, params, query }): Promise<Result<Live, { code: "experiment_not_found" }>> => {
      const seen = await see(deps, scope, findExperiment(deps, scope, params.experiment));
      if (!seen.ok) return seen;
      const { compute_exposures: exposures = false, compute_metrics: metrics = false } = query;
      const { experiment, flag } = seen.value;
      const nowMs = deps.clock.now();
      const computed = exposures || metrics ? await compute(deps, experiment, flag, nowMs) : null;
      return ok({ seen: seen.value, computed, exposures, metrics, at: new Date(nowMs) });
    },
  }).answers({
    schema: LiveView,
    view: toLiveView,
    failures: unknownExperiment,
    example: { answer: experimentExample },
  }),
  route({
    method: "POST",
    path: `${PATH}/:experiment/compute`,
    access: "experiments:write",
    tag,
    summary: "Compute an experiment's results now",
    description:
      "Fills `exposures_cache` and `results_cache` with what the events say at this moment. What could not be computed stays as it was and is named in `results_cache.$errors`.",
    body: EmptyBody,
    handle: async ({ scope, params }): Promise<Result<Seen, ComputeFailure>> => {
      const found = await findExperiment(deps, scope, params.experiment);
      if (!found.ok) return found;
      if (found.value.startDate === null) return fail({ code: "not_launched" });
      const refreshed = await refresh(deps, found.value);
      if (refreshed === undefined) return fail({ code: "changed_meanwhile" });
      return see(deps, scope, Promise.resolve(ok(refreshed)));
    },
  }).answers({
    schema: ExperimentView,
    view: toExperimentView,
    failures: {
      ...unknownExperiment,
      not_launched: { status: 409, say: "The experiment was not launched: nobody was exposed to it yet." },
      changed_meanwhile: { status: 409, say: "The experiment was changed meanwhile; compute it again." },
    },
    example: { body: {}, answer: experimentExample },
  }),
];

type ComputeFailure =
  | { code: "experiment_not_found" }
  | { code: "not_launched" }
  | { code: "changed_meanwhile" };
