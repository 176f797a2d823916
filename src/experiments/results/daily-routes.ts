import { type Static, Type } from "typebox";
import { closed, nullable, type Route, route } from "../../http/index.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { ExperimentDeps } from "../deps.ts";
import { unknownExperiment } from "../record/failures-wire.ts";
import { PATH, tag } from "../record/routes.ts";
import { findExperiment } from "../record/see.ts";
import { type Daily, type DailyFailure, daily } from "./daily.ts";
import { planOf } from "./plan.ts";

const number = nullable(Type.Number());
const interval = nullable(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }));

const DailyView = Type.Object({
  metric_id: nullable(Type.String({ description: "What `results` are about; null without metrics." })),
  days: Type.Array(
    Type.Object({
      day: Type.String({ format: "date", description: "A UTC day." }),
      exposures: Type.Record(Type.String(), Type.Integer(), {
        description: "Units first exposed on this day, by variant.",
      }),
      results: Type.Record(
        Type.String(),
        Type.Object({
          value: number,
          sampleSize: Type.Integer(),
          lift: number,
          lift_ci: interval,
          p_value: number,
        }),
        { description: "By variant, of all units exposed up to this day, with what they have done since." },
      ),
    }),
  ),
});

const toDailyView = ({ metricId, days }: Daily): Static<typeof DailyView> => ({
  metric_id: metricId,
  days: days.map(({ day, exposures, results }) => ({
    day,
    exposures,
    results: Object.fromEntries(
      Object.entries(results).map(([key, { value, sampleSize, lift, lift_ci, p_value }]) => [
        key,
        { value, sampleSize, lift, lift_ci: lift_ci && [...lift_ci], p_value },
      ]),
    ),
  })),
});

const AWAY = { status: 503, say: "The events could not be asked just now; try again in a moment." } as const;

type Failure = DailyFailure | { code: "experiment_not_found" };

export const dailyRoutes = (deps: ExperimentDeps): Route[] => [
  route({
    method: "GET",
    path: `${PATH}/:experiment/daily`,
    access: "experiments:read",
    tag,
    summary: "See an experiment's exposures and lift day by day",
    description:
      "Units by the day they were first exposed on, and the comparison of all exposed up to each day. `metric`: another than the first primary one.",
    query: Type.Object({ metric: Type.Optional(Type.String({ maxLength: 255 })) }, closed),
    handle: async ({ scope, params, query }): Promise<Result<Daily, Failure>> => {
      const found = await findExperiment(deps, scope, params.experiment);
      if (!found.ok) return found;
      const flag = (await deps.flags(deps.db).ofExperiments([found.value.id])).get(found.value.id);
      const plan = planOf(found.value, flag, deps.clock.now());
      if (plan === null) return ok({ metricId: null, days: [] });
      return daily(deps, scope.projectId, plan, query.metric);
    },
  }).answers({
    schema: DailyView,
    view: toDailyView,
    failures: {
      ...unknownExperiment,
      metric_not_found: { status: 404, say: "metric: the experiment has no such metric.", field: "metric" },
      timed_out: AWAY,
      too_large: AWAY,
      cancelled: AWAY,
      too_busy: AWAY,
      damaged: AWAY,
    },
    example: {
      answer: {
        metric_id: "orders",
        days: [
          {
            day: "2026-01-31",
            exposures: { control: 2530, treatment: 2544 },
            results: {
              control: { value: 0.065, sampleSize: 2530, lift: 0, lift_ci: null, p_value: null },
              treatment: {
                value: 0.071,
                sampleSize: 2544,
                lift: 0.092,
                lift_ci: [-0.1, 0.28],
                p_value: 0.41,
              },
            },
          },
        ],
      },
    },
  }),
];
