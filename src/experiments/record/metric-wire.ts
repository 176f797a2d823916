import { type Static, Type } from "typebox";
import { closed, label, nullable } from "../../http/index.ts";

const FILTERS_MAX = 20;
const STEPS_MAX = 20;

const METRIC_KINDS = [
  "rate",
  "retention",
  "total_events",
  "total_sessions",
  "value_sum",
  "value_average",
  "ratio",
] as const;

const OPERATORS = [
  "equals",
  "not_equals",
  "contains",
  "not_contains",
  "greater_than",
  "less_than",
  "is_set",
  "is_not_set",
] as const;

const FilterSchema = Type.Object(
  {
    property: label("Name of the event's property."),
    operator: Type.Enum([...OPERATORS]),
    value: Type.Optional(Type.Union([Type.String({ maxLength: 4000 }), Type.Number(), Type.Boolean()])),
  },
  closed,
);
export type Filter = Static<typeof FilterSchema>;

const EventSchema = Type.Object(
  {
    name: label("Name of the event."),
    filters: Type.Optional(Type.Array(FilterSchema, { maxItems: FILTERS_MAX })),
    property: Type.Optional(nullable(label("A ratio adds up this property instead of counting events."))),
  },
  closed,
);
export type MetricEvent = Static<typeof EventSchema>;

export const MetricSchema = Type.Object(
  {
    id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    name: Type.String({ maxLength: 255, description: "An empty one is a placeholder and is passed over." }),
    type: Type.Optional(Type.Enum(["primary", "guardrail", "secondary"], { default: "primary" })),
    direction: Type.Optional(
      Type.Enum(["up", "down"], { default: "up", description: "Which sign of lift is good." }),
    ),
    kind: Type.Optional(Type.Enum([...METRIC_KINDS], { default: "rate" })),
    event: Type.Optional(nullable(EventSchema)),
    steps: Type.Optional(
      nullable(
        Type.Array(EventSchema, {
          minItems: 1,
          maxItems: STEPS_MAX,
          description: "A funnel: the last of these, in order, within the conversion window.",
        }),
      ),
    ),
    property: Type.Optional(nullable(label("The number that `value_sum` and `value_average` are about."))),
    denominator: Type.Optional(nullable(EventSchema)),
    conversion_window: Type.Optional(
      nullable(
        Type.Object(
          {
            unit: Type.Enum(["minute", "hour", "day"]),
            value: Type.Integer({ minimum: 1, maximum: 525_600 }),
          },
          { ...closed, description: "Counted from the exposure; 14 days unless told." },
        ),
      ),
    ),
    group_key: Type.Optional(
      nullable(label("A property that names groups: they are counted in place of persons.")),
    ),
    winsorize: Type.Optional(nullable(Type.Boolean())),
    cuped: Type.Optional(nullable(Type.Boolean())),
  },
  closed,
);

export type GivenMetric = Static<typeof MetricSchema>;

/** With everything said. */
export type Metric = { [Key in keyof GivenMetric]-?: Exclude<GivenMetric[Key], undefined> };
