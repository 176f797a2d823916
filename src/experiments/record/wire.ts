import { type Static, Type } from "typebox";
import { TagList, VariantList } from "../../flags/index.ts";
import { closed, label, moment, nullable } from "../../http/index.ts";
import { MetricSchema } from "./metric-wire.ts";
import { SettingsSchema } from "./settings-wire.ts";
import { STATUSES } from "./types.ts";

const METRICS_MAX = 100;

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
      Type.Enum([...STATUSES], {
        description: "`concluded` undoes a decision; other changes have endpoints of their own.",
      }),
    ),
    reason: Type.Optional(
      Type.String({
        maxLength: 4000,
        description: "Why, for the audit log; such as why a decision is undone.",
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
