import { type Static, Type } from "typebox";
import { closed, label, nullable } from "../../http/index.ts";
import { FLAG_STATUSES, SERVING_METHODS, VARIANT_ORDERS } from "../types.ts";

const VARIANTS_MAX = 11;
const ROLLOUTS_MAX = 100;
const TAGS_MAX = 100;
const TESTERS_MAX = 10_000;

export const VariantSchema = Type.Object(
  {
    key: label("What clients and exposures call it. Capitals make no difference."),
    value: Type.Union([Type.Boolean(), Type.String(), Type.Record(Type.String(), Type.Unknown())], {
      description: "What clients get. All variants have values of one type.",
    }),
    description: Type.Optional(nullable(Type.String({ maxLength: 4000 }))),
    is_control: Type.Optional(Type.Boolean({ default: false })),
    split: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: "Its part of all; together 1." }),
    ),
    is_sticky: Type.Optional(Type.Boolean({ default: false, description: "Not supported yet." })),
  },
  closed,
);
export const VariantList = Type.Array(VariantSchema, { maxItems: VARIANTS_MAX });
export const TagList = Type.Array(label("A word to find it by."), { maxItems: TAGS_MAX });

/** Cohorts and first-time events are part of the shape so that the refusal can say what they are. */
const RolloutSchema = Type.Object(
  {
    name: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
    rollout_percentage: Type.Number({
      minimum: 0,
      maximum: 1,
      description: "1 is everybody. Steps of 0.01.",
    }),
    variant_splits: Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 1 }), {
      description: "In place of the variants' own splits; may be empty.",
    }),
    cohort_definition: Type.Optional(Type.Unknown({ description: "Not supported yet." })),
    cohort_hash: Type.Optional(Type.Unknown({ description: "Not supported yet." })),
    runtime_evaluation_rule: Type.Optional(
      Type.Unknown({ description: "JsonLogic over the caller's `custom_properties`, capitals or not." }),
    ),
    runtime_evaluation_definition: Type.Optional(
      nullable(
        Type.Record(Type.String(), Type.Unknown(), {
          description: "Properties and the values they must have.",
        }),
      ),
    ),
    runtime_event_rule: Type.Optional(Type.Unknown({ description: "Not supported yet." })),
    variant_override: Type.Optional(nullable(Type.Object({ key: Type.String() }, closed))),
  },
  closed,
);

export const RulesetSchema = Type.Object(
  {
    variants: VariantList,
    rollout: Type.Array(RolloutSchema, {
      maxItems: ROLLOUTS_MAX,
      description: "The first that fits counts.",
    }),
    test: Type.Optional(
      nullable(
        Type.Object(
          {
            users: Type.Optional(
              nullable(
                Type.Record(Type.String(), Type.String(), {
                  maxProperties: TESTERS_MAX,
                  description: "Variants by distinct id, before all rules.",
                }),
              ),
            ),
          },
          closed,
        ),
      ),
    ),
  },
  closed,
);

export const FlagBody = Type.Object(
  {
    name: label("Name people see."),
    key: label("What clients call it, once in a project."),
    tags: TagList,
    context: label("What decides the bucket: distinct_id, device_id, or a group key."),
    serving_method: Type.Enum([...SERVING_METHODS]),
    ruleset: RulesetSchema,
    description: Type.Optional(nullable(Type.String({ maxLength: 4000 }))),
    status: Type.Optional(Type.Enum([...FLAG_STATUSES], { default: "disabled" })),
    experiment_id: Type.Optional(nullable(Type.String({ maxLength: 36 }))),
    data_group_id: Type.Optional(nullable(Type.Union([Type.String({ maxLength: 255 }), Type.Integer()]))),
    workspace_id: Type.Optional(nullable(Type.Integer())),
    is_experiment_active: Type.Optional(nullable(Type.Boolean())),
    hash_salt: Type.Optional(nullable(Type.String({ minLength: 32, maxLength: 32 }))),
    variant_order: Type.Optional(
      Type.Enum([...VARIANT_ORDERS], {
        description:
          "`key` switches an older flag that walks its variants in the order of the list to the order of their keys, which reassigns users.",
      }),
    ),
    reset_hash_salt: Type.Optional(
      nullable(Type.Boolean({ description: "True: a new salt, so everybody is put into a bucket anew." })),
    ),
  },
  closed,
);
export type FlagRequest = Static<typeof FlagBody>;
