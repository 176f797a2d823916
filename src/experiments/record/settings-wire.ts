import { type Static, Type } from "typebox";
import { closed, label, nullable } from "../../http/index.ts";

const DAYS_MAX = 3_650;

export const PRE_EXPOSURE_DAYS = {
  "1_week": 7,
  "2_weeks": 14,
  "4_weeks": 28,
  "60_days": 60,
  "90_days": 90,
} as const;
type PreExposurePreset = keyof typeof PRE_EXPOSURE_DAYS;
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

/** With everything said. */
type Full<Shape> = { [Key in keyof Shape]-?: Exclude<Shape[Key], undefined> };
export type Settings = Omit<Full<GivenSettings>, "cuped" | "winsorization" | "srm" | "exposure"> & {
  cuped: Full<NonNullable<GivenSettings["cuped"]>>;
  winsorization: Full<NonNullable<GivenSettings["winsorization"]>>;
  srm: Full<NonNullable<GivenSettings["srm"]>>;
  exposure: Full<NonNullable<GivenSettings["exposure"]>>;
};
