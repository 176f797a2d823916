import { type Static, Type } from "typebox";
import { TagList, VariantList } from "../../flags/index.ts";
import { closed, label, moment, nullable } from "../../http/index.ts";

const METRICS_MAX = 100;
const FILTERS_MAX = 20;
const STEPS_MAX = 20;
const DAYS_MAX = 3_650;

export const METRIC_KINDS = [
  "rate",
  "retention",
  "total_events",
  "total_sessions",
  "value_sum",
  "value_average",
  "ratio",
] as const;

export const OPERATORS = [
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

export const EventSchema = Type.Object(
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

export const PRE_EXPOSURE_DAYS = {
  "1_week": 7,
  "2_weeks": 14,
  "4_weeks": 28,
  "60_days": 60,
  "90_days": 90,
} as const;
export type PreExposurePreset = keyof typeof PRE_EXPOSURE_DAYS;
const PRESETS = Object.keys(PRE_EXPOSURE_DAYS) as PreExposurePreset[];

export const SettingsSchema = Type.Partial(
  Type.Object({
    controlKey: Type.String({ maxLength: 255, description: "Empty: the variant that is the control." }),
    confidenceLevel: Type.Number({ exclusiveMinimum: 0.5, exclusiveMaximum: 1 }),
    testingModel: Type.Enum(["sequential", "frequentist"]),
    endCondition: Type.Enum(["sample_size", "days"]),
    sampleSize: nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
    endAfterDays: nullable(Type.Integer({ minimum: 1, maximum: DAYS_MAX })),
    multipleTestingCorrection: Type.Enum(["off", "bonferroni", "benjamini-hochberg"]),
    correctionFamily: Type.Enum(["primary", "all"]),
    cuped: Type.Object(
      { enabled: Type.Boolean(), preExposureDatePreset: Type.Optional(Type.Enum(PRESETS)) },
      closed,
    ),
    winsorization: Type.Object(
      {
        enabled: Type.Boolean(),
        percentile: Type.Optional(Type.Number({ exclusiveMinimum: 50, exclusiveMaximum: 100 })),
      },
      closed,
    ),
    srm: Type.Object(
      {
        enabled: Type.Boolean(),
        targetAllocations: Type.Optional(
          Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 100 }), {
            description: "Percent by variant; from the splits unless told.",
          }),
        ),
      },
      closed,
    ),
    preExperimentBias: Type.Boolean(),
    excludeQA: Type.Boolean(),
    exposure: Type.Partial(
      Type.Object({
        event: label("Name of the exposure event."),
        nameProperty: label("Property that holds the experiment."),
        variantProperty: label("Property that holds the variant."),
        experimentName: nullable(
          label("What exposures call the experiment: the flag's key or its name unless told."),
        ),
        format: Type.Enum(["separate", "combined", "dictionary", "list"]),
        separator: Type.String({ minLength: 1, maxLength: 20 }),
        maxDays: Type.Integer({ minimum: 1, maximum: DAYS_MAX }),
      }),
      closed,
    ),
    featureFlag: nullable(
      Type.Object(
        {
          id: Type.Optional(Type.String({ maxLength: 36 })),
          key: Type.Optional(Type.String({ maxLength: 255 })),
          onDecide: Type.Optional(Type.Enum(["ship", "log_only"])),
        },
        closed,
      ),
    ),
    sequentialTuning: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
    minDays: Type.Integer({ minimum: 0, maximum: DAYS_MAX }),
    minExposuresPerVariant: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  }),
  closed,
);
export type GivenSettings = Static<typeof SettingsSchema>;
type GivenMetric = Static<typeof MetricSchema>;

export type { GivenMetric };

/** With everything said. */
export type Metric = { [Key in keyof GivenMetric]-?: Exclude<GivenMetric[Key], undefined> };
type Full<Shape> = { [Key in keyof Shape]-?: Exclude<Shape[Key], undefined> };
export type Settings = Omit<Full<GivenSettings>, "cuped" | "winsorization" | "srm" | "exposure"> & {
  cuped: Full<NonNullable<GivenSettings["cuped"]>>;
  winsorization: Full<NonNullable<GivenSettings["winsorization"]>>;
  srm: Full<NonNullable<GivenSettings["srm"]>>;
  exposure: Full<NonNullable<GivenSettings["exposure"]>>;
};

const fields = {
  name: label("Name people see."),
  description: Type.Optional(nullable(Type.String({ maxLength: 400 }))),
  hypothesis: Type.Optional(nullable(Type.String({ maxLength: 10_000 }))),
  settings: Type.Optional(SettingsSchema),
  variants: Type.Optional(VariantList),
  metrics: Type.Optional(Type.Array(MetricSchema, { maxItems: METRICS_MAX })),
  tags: Type.Optional(TagList),
  global_access_type: Type.Optional(
    Type.Enum(["on", "off"], { description: "`off`: for its creator and admins alone." }),
  ),
};

export const CreateBody = Type.Object(fields, closed);
export type CreateRequest = Static<typeof CreateBody>;

const CacheSchema = Type.Record(Type.String(), Type.Unknown());

export const UpdateBody = Type.Object(
  {
    ...fields,
    name: Type.Optional(fields.name),
    status: Type.Optional(
      Type.Enum(["draft", "active", "concluded", "success", "fail"], {
        description: "`concluded` undoes a decision; other changes have endpoints of their own.",
      }),
    ),
    start_date: Type.Optional(nullable(moment())),
    end_date: Type.Optional(nullable(moment())),
    exposures_cache: Type.Optional(CacheSchema),
    results_cache: Type.Optional(CacheSchema),
  },
  closed,
);
export type UpdateRequest = Static<typeof UpdateBody>;

export const DecideBody = Type.Object(
  {
    success: Type.Boolean({ description: "Whether the experiment succeeded." }),
    variant: Type.Optional(
      nullable(
        Type.String({
          maxLength: 255,
          description:
            "The variant to ship; or `__no_variant_shipped__` (also when left out), or `__defer_variant_decision__`.",
        }),
      ),
    ),
    message: Type.Optional(nullable(Type.String({ maxLength: 10_000, description: "Why." }))),
  },
  closed,
);
export type DecideRequest = Static<typeof DecideBody>;

export const ConcludeBody = Type.Object({ end_date: Type.Optional(nullable(moment())) }, closed);
export const DuplicateBody = Type.Object(
  { name: label("Name of the copy."), duplicate_flag: Type.Optional(Type.Boolean({ default: true })) },
  closed,
);
export type DuplicateRequest = Static<typeof DuplicateBody>;
export const EmptyBody = Type.Object({}, closed);
