import { Type } from "typebox";
import { closed, nullable, type Route, route } from "../../http/index.ts";
import { PATH, tag } from "../record/routes.ts";
import { planSampleSize } from "./sample-size.ts";

const between = (low: number, high: number, fallback: number, description: string) =>
  Type.Optional(
    Type.Number({ exclusiveMinimum: low, exclusiveMaximum: high, default: fallback, description }),
  );

const Body = Type.Object(
  {
    kind: Type.Optional(Type.Enum(["rate", "mean"], { default: "rate" })),
    baseline: Type.Number({ description: "The control's value: a rate, or a mean." }),
    variance: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, description: "Of one unit's value; for a mean." }),
    ),
    lift: Type.Number({ description: "The smallest lift worth finding, such as 0.05." }),
    confidence_level: between(0.5, 1, 0.95, "1 − α."),
    power: between(0, 1, 0.8, "The chance to find such a lift when it is there."),
    variants: Type.Optional(Type.Integer({ minimum: 2, maximum: 11, default: 2 })),
    tests: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, default: 1, description: "Tests that share the level." }),
    ),
    units_per_day: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000,
        description: "Units exposed a day, in all variants.",
      }),
    ),
  },
  closed,
);
const View = Type.Object({
  units_per_variant: Type.Integer(),
  units: Type.Integer(),
  days: nullable(Type.Integer({ description: "Null unless `units_per_day` is given." })),
});

export const sampleSizeRoutes = (): Route[] => [
  route({
    method: "POST",
    path: `${PATH}/sample-size`,
    access: "experiments:read",
    tag,
    summary: "Plan an experiment: sample size and duration",
    description: "For a test at a fixed horizon, two-sided. Nothing is stored.",
    body: Body,
    handle: async ({ body }) =>
      planSampleSize({
        kind: body.kind ?? "rate",
        baseline: body.baseline,
        variance: body.variance,
        lift: body.lift,
        confidenceLevel: body.confidence_level ?? 0.95,
        power: body.power ?? 0.8,
        variants: body.variants ?? 2,
        tests: body.tests ?? 1,
        unitsPerDay: body.units_per_day,
      }),
  }).answers({
    schema: View,
    view: ({ unitsPerVariant, units, days }) => ({ units_per_variant: unitsPerVariant, units, days }),
    failures: {
      invalid_question: {
        status: 400,
        say: ({ field, reason }) => `${field}: ${reason}.`,
        field: ({ field }) => field,
      },
    },
    example: {
      body: { baseline: 0.05, lift: 0.2, units_per_day: 2_000 },
      answer: { units_per_variant: 8_155, units: 16_310, days: 9 },
    },
  }),
];
