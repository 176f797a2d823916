import { type Static, Type } from "typebox";
import { UNITS } from "./time-frame.ts";

const closed = { additionalProperties: false } as const;

export const OPERATORS = [
  "equals",
  "not_equals",
  "contains",
  "not_contains",
  "starts_with",
  "ends_with",
  "matches",
  "is_set",
  "is_not_set",
  "greater_than",
  "greater_or_equal",
  "less_than",
  "less_or_equal",
  "between",
  "not_between",
  "is_true",
  "is_false",
  "on",
  "before",
  "after",
  "in_the_last",
  "not_in_the_last",
] as const;
export type Operator = (typeof OPERATORS)[number];

const Scalar = Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Boolean()]);
const Span = Type.Object(
  { last: Type.Integer({ minimum: 1, maximum: 10_000 }), unit: Type.Enum([...UNITS]) },
  closed,
);

/** A property as a question names it. */
export const Property = Type.Object(
  {
    property: Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        "Tracked name of an event property, or of what every event has: `distinct_id`, `$insert_id`, `$import`, `$source`, `$warehouse_import_id`, `$warehouse_import_job_id` …",
    }),
    of: Type.Optional(
      Type.Enum(["event", "profile"], {
        default: "event",
        description:
          "`profile`: a property of the profile of the event's person, as it is now; somebody without a profile has none.",
      }),
    ),
    column: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: "Instead: what its value leads to in this column of the lookup table it is mapped to.",
      }),
    ),
  },
  closed,
);

export type Property = Static<typeof Property>;

/** One line of a filter. */
export const Clause = Type.Object(
  {
    ...Property.properties,
    operator: Type.Enum([...OPERATORS], {
      description:
        "`equals` and `not_equals` take one value or a list, case counts; `contains` and its kin do not look at case; `matches` takes an RE2 pattern; `between` takes two numbers or two dates, both included; `in_the_last` takes `{last, unit}`. A property that is missing matches `not_…` and `is_not_set` only.",
    }),
    value: Type.Optional(
      Type.Union([Scalar, Type.Array(Scalar, { minItems: 1, maxItems: 1000 }), Span], {
        description: "What it is held against; none for `is_…`.",
      }),
    ),
    items: Type.Optional(
      Type.Enum(["any", "all"], {
        description:
          "Where the value is a list: whether one item has to match, or all of them. Left out, one has to match, and for `not_…` none may.",
      }),
    ),
  },
  closed,
);
export type Clause = Static<typeof Clause>;

const match = Type.Optional(
  Type.Enum(["all", "any"], { default: "all", description: "Whether all have to hold, or one." }),
);
const CLAUSES_MAX = 50;

/** Groups may stand in a group, one level deep. */
export const Filters = Type.Object(
  {
    match,
    clauses: Type.Array(
      Type.Union([
        Clause,
        Type.Object({ match, clauses: Type.Array(Clause, { minItems: 1, maxItems: CLAUSES_MAX }) }, closed),
      ]),
      { maxItems: CLAUSES_MAX },
    ),
  },
  { ...closed, description: "Which events count." },
);
export type Filters = Static<typeof Filters>;
